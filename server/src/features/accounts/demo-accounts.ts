import type { DemoAccount, DemoRole } from '@vesalius/contract/sessions';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';

/** Stated in the README. The year in which the Fabrica was printed. */
export const DEMO_PASSWORD = 'Fabrica-1543';

/** One account for each kind of work, in the order in which the sign-in page offers them. */
const DEMO_DOORS: readonly { readonly role: DemoRole; readonly email: string }[] = [
  { role: 'reader', email: 'reader@vesalius.example' },
  { role: 'resident', email: 'amina.haddad@residents.example' },
  { role: 'author', email: 'author@vesalius.example' },
  { role: 'editor', email: 'editor@vesalius.example' },
  { role: 'director', email: 'director@vesalius.example' },
  { role: 'librarian', email: 'librarian@fabrica.example' },
  { role: 'staff', email: 'staff@vesalius.example' },
];

/** Those that exist: an account that was deleted, or a demo that is not loaded yet, has no door. */
export async function listDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const rows = await many(
    db,
    sql<{ email: string }>`select lower(email) as email from users
      where deleted_at is null and password_hash is not null
        and lower(email) = any(${DEMO_DOORS.map(({ email }) => email)})`,
  );
  const existing = new Set(rows.map(({ email }) => email));
  return DEMO_DOORS.filter(({ email }) => existing.has(email)).map((door) => ({
    ...door,
    password: DEMO_PASSWORD,
  }));
}
