/**
 * A day in an hour: people who read, search, write notes, watch, answer, and buy, each with a session of their own, over
 * real HTTP, against a server that this program starts; an import of a book beside; and, by scenario, what goes wrong.
 * Everything that the server acknowledged is written to a ledger, and the auditor recounts it from the database.
 *
 *   npm run build && node bench/day/run.mjs [--minutes 60] [--people 2000] [--pause 20] [--scenario quiet]
 *     --scenario   quiet, restart, database, disk, provider, mail, two (docs/proof.md)
 *     --database   embedded or external (Debian's PostgreSQL, started by the program); default: what the scenario needs
 *     --pause      seconds that somebody rests after an act, on average
 *     --port       the first of ten ports that it may use (4600)
 *     --folder     where data, ledger and logs go (a new temporary folder, which is kept)
 *     --self-test  afterwards the auditor proves that it can fail (audit-self-test.mjs)
 *     --prepared   a data folder with the demo library, imported when it is not there; copied for the day
 *
 * Exit code 1: an error that should not be, a hang, memory that grew (from 20 minutes on), or a difference of the auditor.
 */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findPostgres, startExternalPostgres } from '../../scripts/external-postgres.mjs';
import { audit } from './audit-day.mjs';
import { selfTest } from './audit-self-test.mjs';
import {
  emulatorVariables,
  memoryOf,
  processorOf,
  startEmulator,
  startProgram,
  untilReady,
  waitedFor,
} from './processes.mjs';
import { createTally } from './report.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { untilSettled } from './settle.mjs';
import { startSmtpSink } from './smtp-sink.mjs';
import {
  addPeople,
  anotherBook,
  copyFolder,
  embeddedUrl,
  moveTo,
  prepareLibrary,
  readLibrary,
} from './world.mjs';

// One listener for each process that is killed and started again.
process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    people: { type: 'string', default: '2000' },
    pause: { type: 'string', default: '20' },
    scenario: { type: 'string', default: 'quiet' },
    database: { type: 'string' },
    port: { type: 'string', default: '4600' },
    folder: { type: 'string' },
    'self-test': { type: 'boolean', default: false },
    prepared: { type: 'string', default: join(tmpdir(), 'vesalius-day-library') },
  },
});
const scenario = SCENARIOS[values.scenario];
if (!scenario) throw new Error(`no such scenario: ${Object.keys(SCENARIOS).join(', ')}`);
const [minutes, count, pauseSeconds, port] = ['minutes', 'people', 'pause', 'port'].map((name) =>
  Number(values[name]),
);
const external = (values.database ?? scenario.database ?? 'embedded') === 'external';
const folder = values.folder ? resolve(values.folder) : mkdtempSync(join(tmpdir(), 'vesalius-day-'));
mkdirSync(folder, { recursive: true });
const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');
const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

await prepareLibrary(resolve(values.prepared), port + 9);
const dataDir = join(folder, 'data');
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir);
const undo = (await scenario.prepareDisk?.({ dataDir, folder })) ?? (() => {});
copyFolder(resolve(values.prepared), dataDir);

const installed = external ? findPostgres({ install: false }) : null;
if (installed && 'reason' in installed) throw new Error(installed.reason);
const cluster = installed ? await startExternalPostgres(installed) : null;
if (cluster) await moveTo(cluster.url, dataDir, join(folder, 'move.log'));

const sink = await startSmtpSink();
const ports = scenario.servers === 2 ? [port, port + 1] : [port];
const emulator = await startEmulator({
  ...{ port: port + 5, file: join(folder, 'emulator.json'), logFile: join(folder, 'emulator.log') },
  ...{ webhookUrl: `http://127.0.0.1:${port}/webhooks/paypal`, dataDir },
});
const environment = {
  ...emulatorVariables(emulator.url),
  ...{ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'warn', TRUST_PROXY: 'true', SMTP_URL: sink.url },
  PUBLIC_URL: `http://localhost:${port}`,
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  ...(scenario.workers ? { WORKERS: String(scenario.workers) } : {}),
};
/** One process of the product, which a scenario may start again. @param {number} at */
async function openServer(at) {
  const launch = async () => {
    const child = startProgram(
      'main.js',
      { ...environment, PORT: String(at) },
      join(folder, `server-${at}.log`),
    );
    await untilReady(`http://127.0.0.1:${at}/readyz`, child);
    return child;
  };
  const server = {
    port: at,
    child: await launch(),
    start: async () => {
      server.child = await launch();
    },
  };
  return server;
}
/** @type {Awaited<ReturnType<typeof openServer>>[]} */
const servers = [];
for (const at of ports) servers.push(await openServer(at));

const url = cluster?.url ?? (await embeddedUrl(dataDir));
const db = new pg.Client({ connectionString: url });
db.on('error', () => {});
await db.connect();
const library = await readLibrary(db);
const people = await addPeople(db, count);
await db.end();
const ledgerFile = join(folder, 'ledger.jsonl');
writeFileSync(
  ledgerFile,
  `${JSON.stringify({ w: 'day', scenario: values.scenario, emulator: join(folder, 'emulator.json') })}\n`,
);
const settingFile = join(folder, 'people.json');
writeFileSync(
  settingFile,
  JSON.stringify({
    servers: ports.map((at) => ({ host: '127.0.0.1', port: at })),
    ...{ emulatorUrl: emulator.url, pauseSeconds, people, library, ledgerFile },
  }),
  { mode: 0o600 },
);

say(
  `${count} people for ${minutes} minutes, ${values.scenario}, ${external ? 'external' : 'embedded'} PostgreSQL; ${folder}`,
);
const tally = createTally();
const load = fork(new URL('people.mjs', import.meta.url), [settingFile]);
load.on('message', (message) => {
  const { events, counts } = /** @type {{ events: any[], counts: typeof tally.counts }} */ (message);
  for (const event of events) tally.add(event);
  tally.counts = counts;
});
let stopped = false;
const loadEnded = new Promise((resolve) => load.once('exit', resolve));
load.once('exit', (code) => {
  if (stopped && code === 0) return;
  console.error(`the people ended with ${code} before their day did`);
  process.exit(1);
});
/** @type {number[][]} */
const memory = servers.map(() => []);
const watching = setInterval(() => {
  for (const [index, { child }] of servers.entries()) memory[index].push(memoryOf(child.pid));
}, 1000);

// Beside everything else, a book is imported.
const importing = startProgram('features/publishing/cli.js', environment, join(folder, 'import.log'), [
  anotherBook(folder),
]);
const startedAt = Date.now();
const endAt = startedAt + minutes * 60_000;
const { pid } = servers[0].child;
const processorBefore = processorOf(pid);
const waitedBefore = waitedFor(pid);
await scenario.during?.({ servers, cluster, emulator, sink, dataDir, say, endAt, tally, environment, sleep });
await sleep(Math.max(0, endAt - Date.now()));
const stayed = servers[0].child.pid === pid;
const processorUsed = processorOf(pid) - processorBefore;
const waited = waitedFor(pid) - waitedBefore;
const seconds = (Date.now() - startedAt) / 1000;
stopped = true;
load.send('stop');
await loadEnded;
clearInterval(watching);
const imported = await Promise.race([importing.gone, sleep(300_000, 'not done in five minutes')]);
say(
  `the people have stopped; import of a book beside: ${imported === 0 ? 'done' : `ended with ${imported}`}`,
);

const settled = await untilSettled(url, { say });
console.log(tally.describe({ seconds, memory }));
const ofTime = (spent) => `${((spent / seconds) * 100).toFixed(0)} %`;
if (stayed && !scenario.workers)
  console.log(
    `the server ran ${ofTime(processorUsed)} of the time, and waited for a processor ${ofTime(waited)}`,
  );
console.log(`cores ${availableParallelism()}, load of the machine ${loadavg()[1].toFixed(1)}`);
console.log(
  `mail: ${sink.taken.size} letters taken, ${[...sink.taken.values()].filter((times) => times > 1).length} twice, ` +
    `${sink.state.refused} refusals`,
);
const problems = [...tally.problems({ memory, minutes }), ...settled];
if (imported !== 0 && !scenario.importMayFail) problems.push(`the import beside ended with ${imported}`);
const differences = await audit({ ledgerFile, url });
if (values['self-test'] && (await selfTest({ ledgerFile, url })) > 0)
  problems.push('the auditor did not see what was falsified');
for (const problem of problems) console.log(`PROBLEM: ${problem}`);
console.log(problems.length + differences === 0 ? 'nothing to complain about' : 'FAILED');

for (const { child } of servers) child.kill('SIGTERM');
await Promise.race([Promise.all(servers.map(({ child }) => child.gone)), sleep(30_000)]);
await emulator.stop();
await cluster?.stop();
sink.close();
await undo();
say(`ledger and logs: ${folder}`);
process.exit(problems.length + differences === 0 ? 0 : 1);
