import { sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import type { TopicsTable, UsersTable } from '../../schema/tables.ts';

export const getDigestChoice = (db: Db, userId: string) =>
  one(db, sql<{ wants_digest: boolean }>`select wants_digest from users where id = ${userId}`);

/**
 * New comments for a user: by others, not hidden, in topics that the user began or commented on, in a program of the user. `u` is
 * the user, who has been told about everything before `told_until`, at first a day ago.
 */
const newComments = (until: Date) => sql`
  from comments c
  join topics t on t.id = c.topic_id
  join programs p on p.id = t.program_id
  join users o on o.id = c.owner_id
  where c.owner_id <> u.id and c.hidden_at is null and c.created_at <= ${until}
    and c.created_at > coalesce((select d.told_until from discussion_digests d where d.user_id = u.id),
      ${until}::timestamptz - interval '1 day')
    and (t.owner_id = u.id or exists (select 1 from comments m where m.topic_id = t.id and m.owner_id = u.id))
    and (exists (select 1 from program_students s where s.program_id = p.id and s.user_id = u.id)
      or exists (select 1 from program_directors s where s.program_id = p.id and s.user_id = u.id))`;

/** Users who have new comments and want the mail. */
export const listDigestReaders = (db: Db, until: Date) =>
  many(
    db,
    sql<{ userId: UsersTable['id'] }>`
      select u.id as "userId" from users u
      where u.wants_digest and u.deleted_at is null and u.id in (
          select t.owner_id from topics t join comments c on c.topic_id = t.id
            where c.created_at > ${until}::timestamptz - interval '7 days'
          union select m.owner_id from comments m where m.topic_id in (
            select topic_id from comments where created_at > ${until}::timestamptz - interval '7 days'))
        and exists (select 1 ${newComments(until)})`,
  );

export interface DigestTopic extends Pick<TopicsTable, 'programId' | 'title'> {
  readonly topicId: TopicsTable['id'];
  readonly count: number;
  readonly lastBy: string;
}

export const listDigestTopics = (db: Db, userId: string, until: Date): Promise<DigestTopic[]> =>
  many(
    db,
    sql<DigestTopic>`
      select n.* from users u cross join lateral (
        select t.id as "topicId", t.program_id as "programId", t.title, count(*)::int as count,
          (array_agg(trim(o.first_name || ' ' || o.second_name) order by c.created_at desc))[1] as "lastBy"
        ${newComments(until)}
        group by t.id order by max(c.created_at) desc limit 20) n
      where u.id = ${userId} and u.wants_digest`,
  );

export async function setToldUntil(db: Db, userId: string, until: Date): Promise<void> {
  await sql`insert into discussion_digests (user_id, told_until) values (${userId}, ${until})
    on conflict (user_id) do update set told_until = greatest(discussion_digests.told_until, excluded.told_until)`.execute(
    db,
  );
}
