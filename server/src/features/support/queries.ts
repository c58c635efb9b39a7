import { sql } from 'kysely';
import { affected, type Db, maybeOne, one } from '../../platform/database/database.ts';
import type { SupportMessagesTable, UsersTable } from '../../schema/tables.ts';

export interface SupportMessageRow extends Pick<SupportMessagesTable, 'email' | 'subject' | 'body'> {
  name: string | null;
  /** Null = a visitor, or a user whose account was deleted. */
  userId: string | null;
}

/** False if a message with this id is stored already. */
export async function insertSupportMessage(
  db: Db,
  message: { id: string; userId: string | null; email: string; subject: string; body: string; now: Date },
): Promise<boolean> {
  const { id, userId, email, subject, body, now } = message;
  const rows = await affected(
    db,
    sql`insert into support_messages (id, user_id, email, subject, body, created_at)
      values (${id}, ${userId}, ${email}, ${subject}, ${body}, ${now}) on conflict (id) do nothing`,
  );
  return rows > 0;
}

export const findSupportMessage = (db: Db, id: string): Promise<SupportMessageRow | null> =>
  maybeOne(
    db,
    sql<SupportMessageRow>`
      select m.email, m.subject, m.body, u.first_name || ' ' || u.second_name as name, u.id as "userId"
      from support_messages m left join users u on u.id = m.user_id and u.deleted_at is null where m.id = ${id}`,
  );

export const getEmail = async (db: Db, userId: string): Promise<string> =>
  (await one(db, sql<Pick<UsersTable, 'email'>>`select email from users where id = ${userId}`)).email;
