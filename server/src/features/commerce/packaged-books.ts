import { type RawBuilder, sql } from 'kysely';
import { wasSoldWith } from './in-shop.ts';

/*
 * The books that a subscription to a package opens: those in the package, and those that left it, were withdrawn, or
 * were replaced by a newer edition after the subscription began. A change of the package takes no book from its
 * subscribers.
 */

const isSoldWith = (bookId: string): RawBuilder<boolean> => wasSoldWith(sql.ref(bookId), sql`s.started_at`);

/** For a query whose `from` names `subscriptions` as `s`. */
export const packageHolds = (bookId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from package_books pb where pb.package_id = s.package_id and pb.book_id = ${bookId}
    and ${isSoldWith('pb.book_id')})
  or exists (select from package_left_books lb where lb.package_id = s.package_id and lb.book_id = ${bookId}
    and s.started_at < lb.left_at))`;

/**
 * Whether the user has a term that began before a newer edition (`books` as `n`) replaced the book: it runs to its end,
 * even if the edition's last day is earlier. A term is a subscription, an institution's term, or membership in a
 * program, which lasts as long as the program has the book. A director can read what students of the program can still
 * read.
 */
export const holdsTerm = (
  userId: RawBuilder<unknown>,
  bookId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql`(exists (select from subscriptions s
  where s.user_id = ${userId} and s.ends_at > ${now} and (s.book_id = ${bookId}
    or coalesce(s.term_started_at, s.started_at) < n.published_at and ${packageHolds(bookId)}))
  or exists (select from institution_members im join institutions i on i.id = im.institution_id
    join institution_books ib on ib.institution_id = i.id and ib.book_id = ${bookId}
    where im.user_id = ${userId} and i.starts_at < n.published_at and i.ends_at > ${now})
  or exists (select from program_books pb join program_students ps on ps.program_id = pb.program_id
    where pb.book_id = ${bookId} and ps.joined_at < n.published_at and (ps.user_id = ${userId}
      or exists (select from program_directors pd where pd.program_id = pb.program_id and pd.user_id = ${userId}))))`;

/** The books of the packages of those `subscriptions` (as `s`) that match `where`. */
export const packagedBooks = (where: RawBuilder<boolean>): RawBuilder<{ book_id: string }> => sql`
  select pb.book_id from subscriptions s join package_books pb on pb.package_id = s.package_id
    where ${where} and ${isSoldWith('pb.book_id')}
  union select lb.book_id from subscriptions s
    join package_left_books lb on lb.package_id = s.package_id and s.started_at < lb.left_at where ${where}`;
