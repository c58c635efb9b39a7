/**
 * Readers who trust nothing: each changes one note again and again, and after every change reads it at another
 * application host. An answer older than what was acknowledged, or one that nobody sent, is a stale answer: a demoted
 * primary was taken for the primary. The times of the acknowledgments tell how long nothing could be written.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../day/client.mjs';
import { openLedger } from '../day/ledger.mjs';
import { createPerson } from '../day/person.mjs';

const P = '/customer_portal/v1';
const PAUSE_MS = 150;

/** @param {{ servers: { host: string, port: number }[], people: any[], library: any, ledgerFile: string, report: (event: any) => void }} options */
export function startWitnesses({ servers, people, library, ledgerFile, report }) {
  const client = createClient(servers);
  const ledger = openLedger(ledgerFile);
  /** @type {number[]} Of every acknowledged write, in order. */
  const acknowledgedAt = [];
  /** @type {string[]} */
  const stale = [];
  let reads = 0;
  let stopping = false;

  async function watch(facts) {
    const person = createPerson(facts, { client, ledger, report, library });
    const book = facts.owned[0];
    const id = randomUUID();
    const textOf = (number) => `Witness ${facts.number}: ${number}`;
    const created = (text) => ({
      ...{ body: { id, book_id: book, note: { pageNumber: 1, text } }, expect: [200, 201] },
    });
    let stored = false;
    for (let number = 1, acknowledged = 0; !stopping; number += 1, await sleep(PAUSE_MS)) {
      const text = textOf(number);
      const entry = { w: 'note', id, book, text };
      const answer = stored
        ? await person.write('witness writes', 'PATCH', `${P}/annotations/${id}`, { body: { text } }, entry)
        : await person.write('witness writes', 'POST', `${P}/annotations`, created(text), entry);
      if (answer.ok) {
        acknowledgedAt.push(Date.now());
        acknowledged = number;
        stored = true;
      }
      if (!stored) continue;
      const list = await person.call('witness reads', 'GET', `${P}/annotations?book_id=${book}`);
      if (!list.ok) continue;
      reads += 1;
      const seen = textIn(list.body, id);
      const possible = Array.from({ length: number - acknowledged + 1 }, (_, more) =>
        textOf(acknowledged + more),
      );
      if (!possible.includes(seen)) stale.push(`read "${seen}" where ${possible.join(' or ')} was written`);
    }
  }
  const all = people.map(watch);

  return {
    stale,
    reads: () => reads,
    /** The first write that was sent and acknowledged after this moment. @param {number} moment */
    wroteAfter: (moment) => acknowledgedAt.find((at) => at > moment),
    /** The longest time between two acknowledged writes that ends after this moment (milliseconds). */
    longestGap(since) {
      let longest = 0;
      for (let index = 1; index < acknowledgedAt.length; index += 1)
        if (acknowledgedAt[index] >= since)
          longest = Math.max(longest, acknowledgedAt[index] - acknowledgedAt[index - 1]);
      return longest;
    },
    async stop() {
      stopping = true;
      await Promise.all(all);
      await ledger.close();
      client.close();
    },
  };
}

const textIn = (body, id) => body.data.find((annotation) => annotation.id === id)?.note.text ?? null;
