/** The day's people (bench/day) and the witnesses, from outside, with one ledger of what was acknowledged. */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { audit } from '../day/audit-day.mjs';
import { createTally } from '../day/report.mjs';
import { untilSettled } from '../day/settle.mjs';
import { addPeople, readLibrary } from '../day/world.mjs';
import { startWitnesses } from './witness.mjs';

const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');
const WITNESSES = 4;
const PAUSE_SECONDS = 3;

/** @typedef {Awaited<ReturnType<typeof startLoad>>} Load */

/**
 * @param {object} options
 * @param {string} options.url The primary, as the product reaches it.
 * @param {string} options.folder
 * @param {{ host: string, port: number }[]} options.servers
 * @param {number} options.people
 * @param {{ url: string }} options.emulator
 * @param {string} options.emulatorFile
 */
export async function startLoad({ url, folder, servers, people: count, emulator, emulatorFile }) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const library = await readLibrary(db);
  const all = await addPeople(db, count + WITNESSES + Math.ceil(WITNESSES / 5));
  await db.end();
  const owners = all.filter(({ owned }) => owned.length > 0);
  const witnesses = owners.slice(0, WITNESSES);
  const people = all.filter((person) => !witnesses.includes(person)).slice(0, count);

  const ledgerFile = join(folder, 'ledger.jsonl');
  writeFileSync(ledgerFile, `${JSON.stringify({ w: 'day', scenario: 'cluster', emulator: emulatorFile })}\n`);
  const settingFile = join(folder, 'people.json');
  writeFileSync(
    settingFile,
    JSON.stringify({
      ...{ servers, emulatorUrl: emulator.url, pauseSeconds: PAUSE_SECONDS, people, library, ledgerFile },
    }),
    { mode: 0o600 },
  );
  const tally = createTally();
  const child = fork(new URL('../day/people.mjs', import.meta.url), [settingFile]);
  child.on('message', (message) => {
    const { events, counts } = /** @type {{ events: any[], counts: typeof tally.counts }} */ (message);
    for (const event of events) tally.add(event);
    tally.counts = counts;
  });
  let stopping = false;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.once('exit', (code) => {
    if (stopping) return;
    console.error(`the people ended with ${code} before their day did`);
    process.exit(1);
  });
  const watching = startWitnesses({ servers, people: witnesses, library, ledgerFile, report: tally.add });
  const beganAt = Date.now();

  return {
    ...{ tally, ledgerFile, witnesses: watching },
    /** Stops everybody and recounts. Returns what is wrong, in words. */
    async finish({ say }) {
      const seconds = (Date.now() - beganAt) / 1000;
      stopping = true;
      child.send('stop');
      await Promise.all([ended, watching.stop()]);
      say('the people have stopped');
      const settled = await untilSettled(url, { say });
      console.log(tally.describe({ seconds, memory: [] }));
      console.log(`witnesses: ${watching.reads()} answers compared, ${watching.stale.length} stale`);
      const differences = await audit({ ledgerFile, url });
      return [
        ...tally.problems({ memory: [], minutes: seconds / 60 }),
        ...settled,
        ...watching.stale.slice(0, 10),
        ...(differences > 0 ? [`${differences} differences between ledger and database`] : []),
      ];
    },
  };
}
