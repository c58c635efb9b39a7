/**
 * A process of its own for the tests that kill it: opens the database as the server does (DATABASE_URL, or the
 * embedded one in DATA_DIR), and does what the first argument says, telling it line by line.
 */
import { sql } from 'kysely';
import { type Db, openDatabase } from '../platform/database/database.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { newId } from '../platform/ids.ts';

const WRITERS = 4;
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = {
  info: () => {},
  warn: (_: object, text: string) => say(`warn ${text}`),
  error: (_: object, text: string) => say(`error ${text}`),
};
const [task, folder] = process.argv.slice(2);
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env;

const tasks: Record<string, (db: Db) => Promise<void>> = {
  /** Says each id after its commit was acknowledged, until it is killed or told to stop. */
  write: async (db) => {
    // The database may be killed at any time: what failed was not acknowledged, and the next one reaches it again.
    const succeeds = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => new Promise<false>((resolve) => setTimeout(resolve, 10, false)),
      );
    const table = sql`create table if not exists acknowledged (id uuid primary key)`;
    while (!(await succeeds(table.execute(db)))) {}
    say('ready');
    const writer = async (): Promise<never> => {
      for (;;) {
        const id = newId();
        if (await succeeds(sql`insert into acknowledged (id) values (${id})`.execute(db))) say(`ok ${id}`);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  },
  migrate: async (db) => {
    const applied = await migrateToLatest(db, { log, ...(folder ? { folder } : {}) });
    say(`applied ${JSON.stringify(applied)}`);
  },
};

const database = await openDatabase({ databaseUrl, dataDir, log, poolSize: WRITERS });
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
await tasks[task ?? '']?.(database.db);
await database.close();
