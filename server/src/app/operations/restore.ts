/**
 * `npm run restore -- <folder> [--check]`: restores a backup into an empty database and storage, and checks the result. Exit
 * codes: 0 done, 1 refused or failed (nothing is left), 64 wrong usage, 78 wrong configuration.
 */

import { readConfig } from '../../config/config.ts';
import { sumUpLosses } from '../../platform/backup/named-files.ts';
import { restoreBackup, tryBackup } from '../../platform/backup/restore-backup.ts';
import { chooseStorage } from '../../platform/files/choose-storage.ts';
import { workFoldersOf } from '../../platform/work-folder.ts';
import { FILE_COLUMNS, FILE_QUERIES } from '../file-columns.ts';
import { complain, EXIT, placeOf, programLog, runProgram, say, sizeOf } from './program.ts';

const HELP = `Usage: npm run restore -- <folder> [--check]

  <folder>  a backup made by "npm run backup"
  --check   only checks it: restores into a temporary database, compares every file with its checksum

Restores into the installation of DATABASE_URL and DATA_DIR; both must be empty.`;

await runProgram(async () => {
  const words = process.argv.slice(2);
  const [given, ...more] = words.filter((word) => !word.startsWith('--'));
  const options = words.filter((word) => word.startsWith('--'));
  if (options.includes('--help')) {
    say(HELP);
    return EXIT.done;
  }
  if (!given || more.length > 0 || options.some((option) => option !== '--check')) {
    complain(HELP);
    return EXIT.usage;
  }
  const folder = placeOf(given);
  const startedAt = performance.now();
  const onlyCheck = options.length > 0;
  say(`${'table'.padEnd(34)}${'rows'.padStart(12)}  checksum, as when backed up`);
  const onTable = ({ name, rows, checksum }: { name: string; rows: number; checksum: string }) =>
    say(`${name.padEnd(34)}${String(rows).padStart(12)}  ${checksum}`);
  const config = readConfig(process.env);
  const { manifest, tables, files } = onlyCheck
    ? await tryBackup({
        ...{ folder, workFolders: workFoldersOf(config), log: programLog, onTable },
        ...{ fileColumns: FILE_COLUMNS, fileQueries: FILE_QUERIES },
      })
    : await restoreBackup({
        folder,
        dataDir: config.dataDir,
        url: config.DATABASE_URL?.reveal(),
        storage: await chooseStorage(config),
        log: programLog,
        onTable,
      });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`\n${onlyCheck ? 'Good' : 'Restored'}: the backup of ${manifest.begunAt}, checked in ${seconds} s`);
  say(`  database  ${tables.length} tables, ${rows} rows`);
  if (manifest.files.kept === 'here') say(`  files     ${files}, ${sizeOf(manifest.files.bytes)}`);
  else say(`  files     in the bucket ${manifest.files.bucket}, which was not checked`);
  const lost = manifest.files.kept === 'here' ? manifest.files.lost : undefined;
  if (lost)
    complain(
      `  warning: the backup lacks ${lost.count} files that the database refers to (INCOMPLETE.txt): ${sumUpLosses(lost.first, lost.count)}`,
    );
  return EXIT.done;
});
