import { ACCESS_REASONS, type BookHold, type HeldBook } from '@vesalius/contract/catalogue-parts';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { BooksTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { packageHolds } from '../commerce/packaged-books.ts';
import { type AccessReason, decideAccess } from './access.ts';
import type { AccessRow } from './access-queries.ts';
import { listPersonal, type PersonalRow } from './personal-queries.ts';

/** A way in which a user can read a book: a reason of the access policy, with what it comes from. */
export interface Hold {
  readonly by: AccessReason;
  readonly name: string | null;
  readonly packageId: string | null;
  readonly until: Date | null;
  readonly renews: boolean;
}

/**
 * How the user can read each book: the reasons of the access policy, the one that lasts longest first, of two the
 * stronger one. Books without access are left out.
 */
export async function listHolds(
  db: Db,
  actor: Actor,
  rows: readonly AccessRow[],
  now: Date,
): Promise<Map<string, Hold[]>> {
  const granted = rows.map((row) => decideAccess(actor, row)).filter((access) => access.granted);
  const sources = await listSources(
    db,
    actor,
    granted.map(({ bookId }) => bookId),
    now,
  );
  return new Map(
    granted.map(({ bookId, reasons }) => [
      bookId,
      reasons
        .flatMap((by): Hold[] => {
          const found = sources.filter((source) => source.bookId === bookId && source.by === by);
          return found.length > 0 ? found : [{ by, name: null, packageId: null, until: null, renews: false }];
        })
        .sort(
          (a, b) =>
            lastsUntil(b) - lastsUntil(a) || ACCESS_REASONS.indexOf(a.by) - ACCESS_REASONS.indexOf(b.by),
        ),
    ]),
  );
}

/** Far beyond every date: two ways without an end last equally long. */
const lastsUntil = ({ until, renews }: Hold): number =>
  until && !renews ? until.getTime() : Number.MAX_SAFE_INTEGER;

type Source = Hold & { readonly bookId: string };

async function listSources(db: Db, actor: Actor, bookIds: readonly string[], now: Date): Promise<Source[]> {
  if (bookIds.length === 0) return [];
  const { userId, institutionIds } = actor;
  const ids = sql`${[...bookIds]}::uuid[]`;
  return many(
    db,
    sql<Source>`
      select s.book_id as "bookId", 'subscription' as by, null as name, null::uuid as "packageId",
        s.ends_at as until, s.renews
        from subscriptions s where s.user_id = ${userId} and s.ends_at > ${now} and s.book_id = any(${ids})
      union all select b.id, 'package', p.name, p.id, s.ends_at, s.renews
        from subscriptions s join packages p on p.id = s.package_id
        join books b on b.id = any(${ids}) and ${packageHolds(sql`b.id`)}
        where s.user_id = ${userId} and s.ends_at > ${now}
      union all select pb.book_id, 'program', p.name, null, null, false
        from program_students ps join programs p on p.id = ps.program_id
        join program_books pb on pb.program_id = p.id and pb.book_id = any(${ids})
        where ps.user_id = ${userId}
      union all select ib.book_id, 'institution', i.name, null, i.ends_at, false
        from institutions i join institution_books ib on ib.institution_id = i.id and ib.book_id = any(${ids})
        where i.id = any(${[...institutionIds]}::uuid[])
      union all select pb.book_id, 'director', p.name, null, null, false
        from program_directors pd join programs p on p.id = pd.program_id
        join program_books pb on pb.program_id = p.id and pb.book_id = any(${ids})
        where pd.user_id = ${userId}`,
  );
}

export const presentHold = (hold: Hold | undefined): BookHold | null =>
  hold
    ? { by: hold.by, name: hold.name, until: hold.until?.toISOString() ?? null, renews: hold.renews }
    : null;

/** Books of a list, each with the way in which the user has it. */
export async function withHolds<Book extends { readonly id: string }>(
  db: Db,
  actor: Actor,
  books: readonly Book[],
  now: Date,
): Promise<(Book & { hold: BookHold | null })[]> {
  const ids = books.map(({ id }) => id);
  const rows = ids.length > 0 ? await listPersonal(db, actor, ids, now) : [];
  const holds = await listHolds(db, actor, rows, now);
  return books.map((book) => ({ ...book, hold: presentHold(holds.get(book.id)?.[0]) }));
}

type TitledBook = Pick<BooksTable, 'id' | 'title'>;

/** Those of the books that the user can read, in their order; by a package only if it is another one. */
export const listHeldBooks = async (
  db: Db,
  actor: Actor,
  { books, exceptPackageId }: { books: readonly TitledBook[]; exceptPackageId: string | null },
  now: Date,
): Promise<HeldBook[]> => {
  const ids = books.map(({ id }) => id);
  const rows = ids.length > 0 ? await listPersonal(db, actor, ids, now) : [];
  return heldBooksOf(books, rows, await listHolds(db, actor, rows, now), exceptPackageId);
};

/** The same of what has been looked up for several lists. */
export const heldBooksOf = (
  books: readonly TitledBook[],
  rows: readonly PersonalRow[],
  holds: ReadonlyMap<string, readonly Hold[]>,
  exceptPackageId: string | null,
): HeldBook[] =>
  books.flatMap(({ id, title }) => {
    const ways = holds.get(id)?.filter(({ packageId }) => !packageId || packageId !== exceptPackageId);
    const hold = presentHold(ways?.[0]);
    const page = rows.find(({ bookId }) => bookId === id)?.page ?? null;
    return hold ? [{ id, title, hold, continue_page: page }] : [];
  });
