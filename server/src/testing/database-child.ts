/**
 * A separate process for tests that kill it. Opens the database as the server does (DATABASE_URL, or the embedded one in
 * DATA_DIR), runs the task that the first argument names, and reports it line by line.
 */
import { sql } from 'kysely';
import { type Db, openDatabase } from '../platform/database/database.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { newId } from '../platform/ids.ts';

const WRITERS = 4;
const printLine = (line: string) => process.stdout.write(`${line}\n`);
const log = {
  info: () => {},
  warn: (_: object, text: string) => printLine(`warn ${text}`),
  error: (_: object, text: string) => printLine(`error ${text}`),
};
const [task, folder] = process.argv.slice(2);
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env;

const tasks: Record<string, (db: Db) => Promise<void>> = {
  /** Prints each id after its commit was acknowledged, until the process is killed or told to stop. */
  write: async (db) => {
    // The database may be killed at any time: a failed write was not acknowledged, and the next one reconnects.
    const succeeds = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => new Promise<false>((resolve) => setTimeout(resolve, 10, false)),
      );
    const table = sql`create table if not exists acknowledged (id uuid primary key)`;
    while (!(await succeeds(table.execute(db)))) {}
    printLine('ready');
    const writer = async (): Promise<never> => {
      for (;;) {
        const id = newId();
        if (await succeeds(sql`insert into acknowledged (id) values (${id})`.execute(db)))
          printLine(`ok ${id}`);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  },
  migrate: async (db) => {
    const applied = await migrateToLatest(db, { log, ...(folder ? { folder } : {}) });
    printLine(`applied ${JSON.stringify(applied)}`);
  },
};

const database = await openDatabase({ databaseUrl, dataDir, log, poolSize: WRITERS });
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
await tasks[task ?? '']?.(database.db);
await database.close();
