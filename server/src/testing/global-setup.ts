import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { connect, maybeOne } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { errorCode } from '../platform/database/errors.ts';
import { migrateToLatest, readMigrations } from '../platform/database/migrate.ts';
import type { Log } from '../platform/database/pool.ts';
import { bundleForNode } from './bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the server from which others are created, and the migrated template. */
    testServer: { url: string; template: string; run: string };
    /** The program in which pictures are decoded, bundled once for the run. */
    pictureChild: string;
    /** The program in which DICOM files are read. */
    dicomChild: string;
    /** The program in which videos are cleared. */
    videoChild: string;
    /** The program in which files of people are read. */
    peopleFileChild: string;
  }
}

const PICTURE_CHILD = join(import.meta.dirname, '../platform/pictures/picture-child.ts');
const DICOM_CHILD = join(import.meta.dirname, '../features/lectures/dicom-child.ts');
const VIDEO_CHILD = join(import.meta.dirname, '../features/publishing/media/video-child.ts');
const PEOPLE_FILE_CHILD = join(
  import.meta.dirname,
  '../features/accounts/people-import/people-file-child.ts',
);
const FOLDER_PREFIX = 'vesalius-test-';
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * One database server for a test run: the embedded one without syncing to the disk (its data live for seconds), or that of
 * TEST_DATABASE_URL, whose user must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  removeLeftovers();
  const dataDir = given ? null : mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
  };
  const server = dataDir ? await startEmbeddedPostgres({ dataDir, log: silent, settings }) : null;
  const url = given || (server ? server.url : '');
  const run = randomBytes(4).toString('hex');
  project.provide('testServer', { url, template: await makeTemplate(url, run), run });
  const pictureChild = await bundleForNode(PICTURE_CHILD);
  project.provide('pictureChild', pictureChild.file);
  const dicomChild = await bundleForNode(DICOM_CHILD);
  project.provide('dicomChild', dicomChild.file);
  const videoChild = await bundleForNode(VIDEO_CHILD);
  project.provide('videoChild', videoChild.file);
  const peopleFileChild = await bundleForNode(PEOPLE_FILE_CHILD);
  project.provide('peopleFileChild', peopleFileChild.file);
  return async () => {
    peopleFileChild.remove();
    pictureChild.remove();
    dicomChild.remove();
    videoChild.remove();
    await server?.close();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A run that was killed could not remove its folder. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      // EPERM = the process lives under another user, so the folder is in use.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') continue;
      try {
        rmSync(join(tmpdir(), name), { recursive: true, force: true });
      } catch {}
    }
  }
}

/**
 * The schema is migrated once for each state of the migration files; copying the template takes a fifth of a second. The
 * template gets its final name when it is complete, so that concurrent runs never copy an incomplete one.
 */
async function makeTemplate(url: string, run: string): Promise<string> {
  const checksums = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`);
  const hash = createHash('sha256').update(checksums.join('\n')).digest('hex').slice(0, 16);
  const template = `vesalius_template_${hash}`;
  const { db } = connect({ url, size: 1, log: silent });
  try {
    if (await maybeOne(db, sql`select 1 from pg_database where datname = ${template}`)) return template;
    const draft = `vesalius_draft_${run}`;
    await sql`create database ${sql.id(draft)}`.execute(db);
    const { db: draftDb } = connect({ url: urlOfDatabase(url, draft), size: 2, log: silent });
    await migrateToLatest(draftDb, { log: silent }).finally(() => draftDb.destroy());
    await sql`alter database ${sql.id(draft)} rename to ${sql.id(template)}`
      .execute(db)
      .catch(async (error) => {
        // Another run was faster.
        if (errorCode(error) !== '42P04') throw error;
        await sql`drop database ${sql.id(draft)}`.execute(db);
      });
    return template;
  } finally {
    await db.destroy();
  }
}

/** The URL of another database on the same server with the same user. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
