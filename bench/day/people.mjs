/**
 * The people: a process of its own that `run.mjs` forks. Each is one asynchronous task that acts and rests. Tells its
 * parent once a second what happened; stops when asked, after the act that is going on.
 */

import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerFinal, answerQuiz, answerSurvey, answerTest, lookAtCertificates } from './answer.mjs';
import { buy } from './buy.mjs';
import { any, pauseOf } from './chances.mjs';
import { createClient } from './client.mjs';
import { openLedger } from './ledger.mjs';
import { createPerson } from './person.mjs';
import { lookAround, openBook, searchBook, searchShop, turnPages, watch, writeNote } from './read.mjs';
import { signIn } from './sign-in.mjs';

const setting = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { servers, emulatorUrl, pauseSeconds, people, library, ledgerFile } = setting;
const client = createClient(servers);
const ledger = openLedger(ledgerFile);
let told = [];
const report = (event) => told.push(event);
const bookOf = new Map(library.books.map((book) => [book.id, book]));

/**
 * How often each act is taken by somebody who has a book.
 * @type {[weight: number, act: (person: any, book: any, shelf: any) => unknown][]}
 */
const ACTS = [
  [40, turnPages],
  [8, openBook],
  [6, (person, book) => searchBook(person, book)],
  [4, (person) => searchShop(person)],
  [9, writeNote],
  [13, watch],
  [6, answerQuiz],
  [4, answerTest],
  [3, answerFinal],
  [2, answerSurvey],
  [2, lookAtCertificates],
  [4, (person) => lookAround(person)],
  [3, (person) => buy(person, emulatorUrl)],
  [0.5, (person) => signIn(person)],
];
const whole = ACTS.reduce((sum, [weight]) => sum + weight, 0);
function choose() {
  let at = Math.random() * whole;
  const chosen = ACTS.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  return chosen?.[1] ?? turnPages;
}

let stopping = false;
const stop = new AbortController();
setMaxListeners(0, stop.signal);
async function live(facts) {
  const person = createPerson(facts, { client, ledger, report, library });
  const rest = () => sleep(pauseOf(pauseSeconds) * 1000, undefined, { signal: stop.signal }).catch(() => {});
  // Starts the users at different moments.
  await sleep(Math.random() * pauseSeconds * 1000, undefined, { signal: stop.signal }).catch(() => {});
  while (!stopping) {
    const shelves = [...person.owned.keys()];
    if (shelves.length === 0) await buyFirst(person);
    else {
      const id = any(shelves);
      await choose()(person, bookOf.get(id), person.owned.get(id));
    }
    await rest();
  }
}
async function buyFirst(person) {
  await searchShop(person);
  await buy(person, emulatorUrl);
}

const tell = () => {
  process.send?.({ events: told, counts: client.counts });
  told = [];
};
const telling = setInterval(tell, 1000);
process.on('message', (message) => {
  if (message !== 'stop') return;
  stopping = true;
  stop.abort();
});
process.on('disconnect', () => process.exit());
await Promise.all(people.map(live));
clearInterval(telling);
await ledger.close();
tell();
client.close();
process.disconnect?.();
