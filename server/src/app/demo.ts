import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../features/accounts/demo-accounts.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import { folderHash } from '../features/publishing/folder-hash.ts';
import { type ImportOptions, importBook, PublishedOnDesk } from '../features/publishing/import-book.ts';
import { ImportRefused } from '../features/publishing/mistakes.ts';
import { progressLine } from '../features/publishing/progress-line.ts';
import { listPublishedHashes } from '../features/publishing/store/release-queries.ts';
import { ChangesOnDesk } from '../features/publishing/works/unpublished-changes.ts';
import type { Deps } from '../platform/deps.ts';
import { storeIsAway } from '../platform/files/storage.ts';
import type { DemoAccount } from './announce.ts';
import { loadDemoInstitution } from './demo-institution.ts';
import { loadDemoProgram } from './demo-program.ts';
import {
  type DemoPerson,
  insertDemoPerson,
  insertDemoProgram,
  insertDemoPromoCode,
  listKnownEmails,
} from './demo-queries.ts';
import { loadDemoYear } from './demo-year.ts';

const DEMO_FOLDER = fileURLToPath(new URL('../../../demo/', import.meta.url));
export const DEMO_PEOPLE: readonly [DemoPerson, ...DemoPerson[]] = [
  { role: 'customer', email: 'reader@vesalius.example', firstName: 'Rana', secondName: 'Reader' },
  { role: 'author', email: 'author@vesalius.example', firstName: 'Arthur', secondName: 'Author' },
  { role: 'editor', email: 'editor@vesalius.example', firstName: 'Edda', secondName: 'Editor' },
  { role: 'program_director', email: 'director@vesalius.example', firstName: 'Dina', secondName: 'Director' },
  { role: 'staff', email: 'staff@vesalius.example', firstName: 'Stefan', secondName: 'Staff' },
];
const SHOWN_ROLE: Readonly<Record<string, string>> = {
  customer: 'reader',
  program_director: 'program director',
};
const PROGRAM = {
  slug: 'internal-medicine-residency',
  name: 'Internal Medicine Residency',
  directorEmail: 'director@vesalius.example',
};
const STUDENT_CODE = { name: 'STUDENT20', percent: 20 };
export const DEMO_PROMO_CODES = [{ name: 'WELCOME100', percent: 100 }, STUDENT_CODE];

/** Creates the accounts, books, package and program of a new installation. Existing ones are left alone. */
export async function loadDemo(
  deps: Deps,
  { folder = DEMO_FOLDER, ...options }: { folder?: string } & ImportOptions = {},
): Promise<readonly DemoAccount[]> {
  const { db, clock } = deps;
  const known = await listKnownEmails(
    db,
    DEMO_PEOPLE.map(({ email }) => email),
  );
  for (const person of DEMO_PEOPLE) {
    if (known.has(person.email)) continue;
    await insertDemoPerson(db, person, await hashPassword(DEMO_PASSWORD), clock.now());
  }
  for (const code of DEMO_PROMO_CODES) await insertDemoPromoCode(db, code, clock.now());
  const complete = await importDemoBooks(deps, folder, options);
  await insertDemoProgram(db, PROGRAM, clock.now());
  // Created only once, from the books that exist then.
  if (complete) {
    await loadDemoProgram(deps, PROGRAM.slug, DEMO_PASSWORD);
    await loadDemoInstitution(deps, DEMO_PASSWORD);
    const [reader] = DEMO_PEOPLE;
    await loadDemoYear(deps, { reader, password: DEMO_PASSWORD, discount: STUDENT_CODE });
  }
  return DEMO_PEOPLE.map(({ role, email }) => ({
    role: SHOWN_ROLE[role] ?? role,
    email,
    password: DEMO_PASSWORD,
  }));
}

/**
 * Imports only folders that differ from what is published: the second start only compares contents. A book that was
 * changed or published on the desk is left alone: its people decide what its readers see. False = the file store failed,
 * and the next start continues with the missing book.
 */
async function importDemoBooks(deps: Deps, folder: string, options: ImportOptions): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const books = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'book.yaml')))
    .map((entry) => entry.name)
    .sort();
  const published = new Set(await listPublishedHashes(deps.db));
  const missing: string[] = [];
  for (const name of books) {
    if (!published.has(await folderHash(join(folder, name)))) missing.push(name);
  }
  for (const [index, name] of missing.entries()) {
    process.stdout.write(`  Demo library: ${name} (${index + 1} of ${missing.length})\n`);
    const progress = progressLine(process.stdout, '    ');
    try {
      await importBook(deps, join(folder, name), {
        onProgress: progress.report,
        preparesVideos: false,
        keepsPublished: true,
        ...options,
      });
    } catch (error) {
      progress.stop();
      if (storeIsAway(error)) {
        process.stderr.write(
          `The file store does not answer: ${error.cause.message}. The demo library is incomplete; the next start goes on with it.\n`,
        );
        return false;
      }
      if (error instanceof PublishedOnDesk || error instanceof ChangesOnDesk) {
        process.stdout.write('    left as it is: it was changed in the studio\n');
        continue;
      }
      // A faulty book must not keep the others, and the server, from starting.
      if (!(error instanceof ImportRefused)) throw error;
      process.stderr.write(`${error.message}\n`);
    }
  }
  return true;
}
