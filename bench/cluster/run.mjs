/**
 * Trials of the product on several hosts, which are network namespaces of this machine: three with PostgreSQL under
 * Patroni, one with HAProxy and PgBouncer, two with the product; people act from outside while something fails.
 *
 *   npm run build && node bench/cluster/run.mjs --build         as root: installs Debian's packages (build.mjs)
 *   node bench/cluster/run.mjs --trial failover [--kill 20] [--stop 5] [--cut 5]
 *   node bench/cluster/run.mjs --trial application [--times 20]
 *   node bench/cluster/run.mjs --trial pooler [--minutes 3]
 *   node bench/cluster/run.mjs --trial restore
 *     --people     how many act (30)
 *     --times      the same as --kill
 *     --keep       configurations, ledger and logs stay in their folder
 *     --prepared   a data folder with the demo library, imported when it is not there (that of bench/day)
 *
 * Exit code 1: something that is owed did not hold; the last lines name it.
 */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demandRoot, install } from './build.mjs';
import { openLaboratory } from './laboratory.mjs';
import { application } from './trials/application.mjs';
import { failover } from './trials/failover.mjs';
import { pooler } from './trials/pooler.mjs';
import { restore } from './trials/restore.mjs';

const { values } = parseArgs({
  options: {
    build: { type: 'boolean', default: false },
    trial: { type: 'string' },
    times: { type: 'string', default: '20' },
    kill: { type: 'string' },
    stop: { type: 'string', default: '5' },
    cut: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '3' },
    people: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    prepared: { type: 'string', default: join(tmpdir(), 'vesalius-day-library') },
  },
});
/** @typedef {typeof values} Values */
/** @type {Record<string, (laboratory: import('./laboratory.mjs').Laboratory, values: Values) => Promise<string[]>>} */
const TRIALS = { failover, application, pooler, restore };

demandRoot();
if (values.build) install();
if (values.trial) {
  const trial = TRIALS[values.trial];
  if (!trial) throw new Error(`no such trial: ${Object.keys(TRIALS).join(', ')}`);
  const laboratory = openLaboratory({ keep: values.keep, archives: values.trial === 'restore' });
  const problems = await trial(laboratory, { ...values, prepared: resolve(values.prepared) });
  for (const problem of problems) console.log(`PROBLEM: ${problem}`);
  console.log(problems.length === 0 ? 'everything that is owed holds' : 'FAILED');
  laboratory.close();
  process.exit(problems.length === 0 ? 0 : 1);
}
