/**
 * `npm run backup -- <folder>`: backs up database, files and keys, also while the product runs. Exit codes: 0 done, 1 refused
 * or failed (no folder is left) or incomplete (the folder holds INCOMPLETE.txt), 64 wrong usage, 78 wrong configuration.
 */

import { readConfig } from '../../config/config.ts';
import { makeBackup } from '../../platform/backup/make-backup.ts';
import { firstLosses } from '../../platform/backup/named-files.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts';
import { holdsEmbedded } from '../../platform/database/transfer/move.ts';
import { FILE_COLUMNS, FILE_QUERIES } from '../file-columns.ts';
import { complain, EXIT, placeOf, programLog, runProgram, say, sizeOf } from './program.ts';

const HELP = `Usage: npm run backup -- <folder>

  <folder>  a folder that does not exist yet, best on another disk

Backs up the installation of DATABASE_URL and DATA_DIR. The product may be running.`;

await runProgram(async () => {
  const [given, ...more] = process.argv.slice(2);
  if (given === '--help') {
    say(HELP);
    return EXIT.done;
  }
  if (!given || given.startsWith('--') || more.length > 0) {
    complain(HELP);
    return EXIT.usage;
  }
  const config = readConfig(process.env);
  const { dataDir, S3_ENDPOINT, S3_BUCKET } = config;
  const folder = placeOf(given);
  const startedAt = performance.now();
  const external = config.DATABASE_URL?.reveal();
  if (!external && !holdsEmbedded(dataDir)) throw new Error(`${dataDir} holds no embedded database`);
  // Joins the server of a running product.
  const embedded = external ? null : await startEmbeddedPostgres({ dataDir, log: programLog });
  try {
    const { manifest, vanished, losses } = await makeBackup({
      url: external ?? embedded?.url ?? '',
      dataDir,
      folder,
      fileColumns: FILE_COLUMNS,
      fileQueries: FILE_QUERIES,
      bucket: S3_ENDPOINT && S3_BUCKET ? { endpoint: S3_ENDPOINT, bucket: S3_BUCKET } : undefined,
    });
    const { tables } = manifest.database;
    const sum = (pick: (table: (typeof tables)[number]) => number) =>
      tables.reduce((total, table) => total + pick(table), 0);
    say(`Backup of ${manifest.begunAt} in ${folder}`);
    say(
      `  database  ${tables.length} tables, ${sum(({ rows }) => rows)} rows, ${sizeOf(sum(({ bytes }) => bytes))}`,
    );
    if (manifest.files.kept === 'here')
      say(`  files     ${manifest.files.count}, ${sizeOf(manifest.files.bytes)}`);
    else
      say(
        `  files     not copied: they are in the bucket ${manifest.files.bucket} (docs/operations.md says how to keep it)`,
      );
    say(`  keys      ${manifest.keys.map(({ name }) => name).join(', ') || 'none'}`);
    if (vanished.length > 0)
      say(`  note: ${vanished.length} unused files were removed while the backup was made`);
    if (losses.length > 0) {
      complain(
        `\nThe backup is INCOMPLETE: ${losses.length} files that the database refers to are not in it.`,
      );
      for (const loss of firstLosses(losses)) complain(`  ${loss}`);
      complain(`  All of them are listed in ${given}/INCOMPLETE.txt. Is a disk of ${dataDir}/files away?`);
      return EXIT.refused;
    }
    say(
      `  made in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; check it: npm run restore -- ${given} --check`,
    );
    return EXIT.done;
  } finally {
    await embedded?.close();
  }
});
