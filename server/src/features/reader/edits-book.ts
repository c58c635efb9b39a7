import { type RawBuilder, sql } from 'kysely';
import { type Db, one } from '../../platform/database/database.ts';
import type { Actor } from '../accounts/actor.ts';

/** Whether the actor is assigned to this very book as its editor; a producer or a subscriber of it is not. */
export const editsBook = (actor: Actor, bookId: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  actor.role === 'editor' && actor.emailVerified && !actor.preview
    ? sql`exists (select 1 from book_assignments ba join users me on lower(me.email) = lower(ba.email)
        where me.id = ${actor.userId} and ba.book_id = ${bookId} and ba.role = 'editor')`
    : sql`false`;

export const isEditorOf = async (db: Db, actor: Actor, bookId: string): Promise<boolean> =>
  (await one(db, sql<{ edits: boolean }>`select ${editsBook(actor, bookId)} as edits`)).edits;
