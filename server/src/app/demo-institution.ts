import { sql } from 'kysely';
import { hashPassword } from '../features/accounts/passwords.ts';
import { type Db, maybeOne, type Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Deps } from '../platform/deps.ts';
import { DAY_MS } from '../platform/durations.ts';
import { newId } from '../platform/ids.ts';
import { getUserId } from './demo-program-queries.ts';
import { insertDemoPerson } from './demo-queries.ts';

const NAME = 'Fabrica Teaching Hospital';
const SEATS = 25;
const PEOPLE = [
  { email: 'librarian@fabrica.example', firstName: 'Lena', secondName: 'Librarian' },
  { email: 'ward.one@fabrica.example', firstName: 'Omar', secondName: 'Said' },
  { email: 'ward.two@fabrica.example', firstName: 'Petra', secondName: 'Novak' },
  { email: 'ward.three@fabrica.example', firstName: 'Quentin', secondName: 'Moreau' },
] as const;

export const DEMO_MEMBER_EMAILS = PEOPLE.map(({ email }) => email);

/** An institution with a manager, readers and some months of use, so that its reports show something. */
export async function loadDemoInstitution({ db, clock }: Deps, password: string): Promise<void> {
  if (await findInstitution(db)) return;
  const now = clock.now();
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const id = newId();
    await sql`insert into institutions (id, name, starts_at, ends_at, seats, created_at)
      values (${id}, ${NAME}, ${daysBefore(now, 200)}, ${daysBefore(now, -165)}, ${SEATS}, ${now})`.execute(
      tx,
    );
    await sql`insert into institution_domains (domain, institution_id) values ('fabrica.example', ${id})
      on conflict do nothing`.execute(tx);
    await sql`insert into institution_books (institution_id, book_id)
      select ${id}::uuid, b.id from books b where b.published_at <= ${now} order by b.title limit 3`.execute(
      tx,
    );
    for (const [index, person] of PEOPLE.entries()) {
      await insertDemoPerson(tx, { role: 'customer', ...person }, passwordHash, now);
      const { id: userId } = await getUserId(tx, person.email);
      await sql`insert into institution_members (institution_id, user_id, is_manager, joined_at, last_active_at)
        values (${id}, ${userId}, ${index === 0}, ${daysBefore(now, 150)}, ${index === 3 ? null : daysBefore(now, index * 9)})
        on conflict do nothing`.execute(tx);
      if (index < 3) await insertUse(tx, { institutionId: id, userId, seed: index + 1 }, now);
    }
  });
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

const findInstitution = (db: Db) =>
  maybeOne(
    db,
    sql`select 1 from institutions where name = ${NAME} or exists (
    select 1 from institution_domains where domain = 'fabrica.example')`,
  );

/** A book is opened and read every few days; the numbers are the same on every machine. */
async function insertUse(
  tx: Tx,
  { institutionId, userId, seed }: { institutionId: string; userId: string; seed: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into institution_usage (id, institution_id, user_id, book_id, chapter_id, kind, used_at)
    select gen_random_uuid(), ${institutionId}, ${userId}, ib.book_id,
      (select c.id from chapters c where c.book_id = ib.book_id order by (n + c.position) % 5, c.position limit 1),
      case when n % 4 = 0 then 'investigation' else 'request' end,
      ${now}::timestamptz - (n * ${seed + 2} * interval '1 day')
    from (select book_id, row_number() over (order by book_id) as nr from institution_books
        where institution_id = ${institutionId}) ib, generate_series(1, 20) n
    where (n + ib.nr) % ${seed + 1} = 0 and n * ${seed + 2} < 180`.execute(tx);
}
