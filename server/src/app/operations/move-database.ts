/**
 * `npm run move-database -- <postgres-url>`: copies the embedded database of DATA_DIR into an empty PostgreSQL database and
 * checks the copy. The source is only read. Exit codes: 0 moved, 1 refused or failed (the target is still empty), 64 wrong
 * usage, 78 wrong configuration.
 */

import { readConfig } from '../../config/config.ts';
import { moveDatabase } from '../../platform/database/transfer/move.ts';
import { complain, EXIT, programLog, runProgram, say } from './program.ts';

const HELP = `Usage: npm run move-database -- <postgres-url>

  <postgres-url>  an empty database, e.g. postgres://vesalius:secret@db.example.org/vesalius
                  ("-": taken from DATABASE_URL, so that the password is in no list of processes)

Copies the embedded database below DATA_DIR. Stop the product first.`;

await runProgram(async () => {
  const [given, ...more] = process.argv.slice(2);
  if (given === '--help') {
    say(HELP);
    return EXIT.done;
  }
  const config = readConfig(process.env);
  const url = given === '-' ? config.DATABASE_URL?.reveal() : given;
  if (!url || !/^postgres(ql)?:\/\//.test(url) || more.length > 0) {
    complain(HELP);
    return EXIT.usage;
  }
  const startedAt = performance.now();
  say(`From the embedded database in ${config.dataDir}\n`);
  say(`${'table'.padEnd(34)}${'rows'.padStart(12)}  checksum of both`);
  const tables = await moveDatabase({
    dataDir: config.dataDir,
    url,
    log: programLog,
    onTable: ({ name, rows, checksum }) => say(`${name.padEnd(34)}${String(rows).padStart(12)}  ${checksum}`),
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`\nMoved: ${tables.length} tables, ${rows} rows, the same on both sides, in ${seconds} s.`);
  say('Start the product with this DATABASE_URL and the same DATA_DIR: files and keys stay where they are.');
  return EXIT.done;
});
