/**
 * The primary is killed, stopped without dying, cut from its neighbors, again and again while people act. Owed: nothing
 * acknowledged is lost, no answer is older than what was acknowledged, errors are only 503 and cut connections, and
 * writing goes on within 30 seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startActing } from '../acting.mjs';
import { fillDatabase } from '../application.mjs';
import { PRIMARY_URL } from '../balancer.mjs';
import { cutOff, joinAgain, until } from '../network.mjs';

/** 409: a payment whose outcome is resolved later (`payment_pending`). */
const ALLOWED = new Set(['clear 503', 'clear 409', 'cut']);
const MAX_GAP_MS = 30_000;
/** How long the old primary stays away after another has taken over, and how long after its return the next one fails. */
const AWAY_MS = 12_000;
const REST_MS = 5000;

/** @typedef {import('../laboratory.mjs').Laboratory} Laboratory */

/** What happens to the primary, and how its host is mended afterwards. */
const FAULTS = {
  kill: {
    begin: (database, host) => database.kill(host),
    end: (database, host) => database.startPatroni(host),
  },
  stop: {
    begin: (database, host) => database.signal(host, 'SIGSTOP'),
    end: (database, host) => database.signal(host, 'SIGCONT'),
  },
  cut: {
    begin: (_database, host) => cutOff(host),
    end: (_database, host) => joinAgain(host),
  },
};

/** @param {Laboratory} laboratory @param {import('../run.mjs').Values} values */
export async function failover({ database, balancer, folder, say }, values) {
  say('starting three database hosts');
  await database.start();
  balancer.start();
  say('moving the demo library to them');
  const dataDir = await fillDatabase({ folder, prepared: values.prepared, url: PRIMARY_URL });
  const { outside, products, load } = await startActing({ folder, say }, { dataDir, people: values.people });
  await sleep(REST_MS);

  const rounds = Object.entries(FAULTS).flatMap(([name, fault]) =>
    Array.from({ length: Number(name === 'kill' ? (values.kill ?? values.times) : values[name]) }, () => ({
      ...{ name, fault },
    })),
  );
  /** @type {{ name: string, gap: number }[]} */
  const results = [];
  for (const { name, fault } of rounds) {
    await database.untilWhole();
    const host = await database.primary();
    load.tally.begin(`${name} of ${host}`);
    const beganAt = Date.now();
    fault.begin(database, host);
    // An acknowledgment may have been on its way: what counts is a write after another primary is known.
    await until('another primary', async () => {
      const leader = (await database.members()).find(({ role }) => role === 'leader');
      return leader && leader.name !== host;
    });
    const takenOverAt = Date.now();
    await until('a write after the takeover', () => load.witnesses.wroteAfter(takenOverAt));
    for (const product of products)
      await until('readyz', async () => (await product.readiness()) === 200, 15);
    load.tally.end();
    // The return of the old primary is no outage: it may cost nobody anything.
    await sleep(AWAY_MS);
    fault.end(database, host);
    await database.untilWhole();
    const gap = load.witnesses.longestGap(beganAt);
    results.push({ name, gap });
    say(`${name} of ${host}: no write for ${(gap / 1000).toFixed(1)} s`);
    await sleep(REST_MS);
  }
  const problems = await load.finish({ say });
  await outside.close();
  const others = Object.keys(load.tally.errors()).filter((kind) => !ALLOWED.has(kind));
  if (others.length > 0) problems.push(`errors other than 503 and cut connections: ${others.join(', ')}`);
  for (const name of Object.keys(FAULTS)) {
    const gaps = results.filter((result) => result.name === name).map(({ gap }) => gap / 1000);
    if (gaps.length === 0) continue;
    gaps.sort((a, b) => a - b);
    console.log(
      `${name}: ${gaps.length} times; no write for ${gaps[0].toFixed(1)} to ${gaps.at(-1)?.toFixed(1)} s, ` +
        `median ${gaps[Math.floor(gaps.length / 2)].toFixed(1)} s`,
    );
    const late = gaps.filter((gap) => gap > MAX_GAP_MS / 1000).length;
    if (late > 0) problems.push(`${name}: ${late} times no write for more than ${MAX_GAP_MS / 1000} s`);
  }
  return problems;
}
