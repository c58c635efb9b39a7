import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import { containing } from '../../platform/database/terms.ts';
import type { CommentsTable, ProgramsTable, TopicsTable, UsersTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Owned } from './policy.ts';

/** For students and directors of the program; for everyone else it does not exist. */
export const findPlace = (db: Db, actor: Actor, programId: string) =>
  maybeOne(
    db,
    sql<Pick<ProgramsTable, 'id'>>`select p.id from programs p where p.id = ${programId} and ${
      actor.role === 'program_director'
        ? sql`exists (select 1 from program_directors d where d.program_id = p.id and d.user_id = ${actor.userId})`
        : sql`exists (select 1 from program_students s where s.program_id = p.id and s.user_id = ${actor.userId})`
    }`,
  );

export interface TopicRow extends Owned {
  readonly id: string;
  readonly programId: string;
  readonly title: string;
  readonly createdAt: Date;
  readonly ownerName: string;
  readonly ownerImageKey: string | null;
  readonly comments: number;
}
export interface TopicListRow extends TopicRow, Pick<TopicsTable, 'preview'> {
  readonly count: number;
}
export interface PageLink {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly page: number;
}
export interface FullTopicRow extends TopicRow, Pick<TopicsTable, 'content' | 'updatedAt' | 'version'> {
  readonly link: PageLink | null;
}

const topicColumns = sql`t.id, t.program_id as "programId", t.title, t.owner_id as "ownerId",
  t.ownable_type as "ownableType", t.created_at as "createdAt", trim(u.first_name || ' ' || u.second_name) as "ownerName",
  u.image_key as "ownerImageKey", (select count(*)::int from comments c where c.topic_id = t.id) as comments`;

/** The page that a row (`alias`) of topics or comments links to. */
const linkColumn = (
  alias: RawBuilder<unknown>,
) => sql`(select jsonb_build_object('bookId', b.id, 'bookTitle', b.title,
  'page', ${alias}.page_number) from books b where b.id = ${alias}.book_id)`;

const ofProgram = (programId: string, search: string | undefined) => sql`
  from topics t where t.program_id = ${programId}
    ${search ? sql`and plain_text(t.title) like plain_text(${containing(search)})` : sql``}`;

/** For a page after the last one, which has no row with the total. */
export const countTopics = async (db: Db, programId: string, search: string | undefined): Promise<number> =>
  (await one(db, sql<{ count: number }>`select count(*)::int as count ${ofProgram(programId, search)}`))
    .count;

/** The page comes from the index of topics, newest first; owners and comments are joined only for its rows. */
export const listTopics = (
  db: Db,
  programId: string,
  { search, limit, offset }: { search: string | undefined; limit: number; offset: number },
): Promise<TopicListRow[]> =>
  many(
    db,
    sql<TopicListRow>`
      select ${topicColumns}, t.preview, page.count
      from (
        select t.id, (select count(*)::int ${ofProgram(programId, search)}) as count
        ${ofProgram(programId, search)}
        order by t.created_at desc, t.id limit ${limit} offset ${offset}) page
      join topics t on t.id = page.id join users u on u.id = t.owner_id
      order by t.created_at desc, t.id`,
  );

export const findTopic = (db: Db, programId: string, topicId: string): Promise<FullTopicRow | null> =>
  maybeOne(
    db,
    sql<FullTopicRow>`
      select ${topicColumns}, t.content, t.updated_at as "updatedAt", t.version, ${linkColumn(sql`t`)} as link
      from topics t join users u on u.id = t.owner_id
      where t.id = ${topicId} and t.program_id = ${programId}`,
  );

/** Keeps the topic from being deleted until the transaction ends; false = the program has none, or no more. */
export const holdTopic = async (tx: Tx, programId: string, topicId: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from topics where id = ${topicId} and program_id = ${programId} for key share`,
  )) !== null;

export interface TopicText {
  readonly title: string;
  readonly content: string;
  readonly preview: string;
  readonly link: { readonly bookId: string; readonly page: number } | null;
}

/** False if a topic with this id is stored already. */
export async function insertTopic(
  tx: Tx,
  topic: TopicText & Owned & { id: string; programId: string },
  now: Date,
): Promise<boolean> {
  const rows = await affected(
    tx,
    sql`insert into topics (id, program_id, owner_id, ownable_type, title, content, preview, book_id, page_number,
      created_at, updated_at)
    values (${topic.id}, ${topic.programId}, ${topic.ownerId}, ${topic.ownableType}, ${topic.title}, ${topic.content},
      ${topic.preview}, ${topic.link?.bookId ?? null}, ${topic.link?.page ?? null}, ${now}, ${now})
    on conflict (id) do nothing`,
  );
  return rows > 0;
}

/** False if the topic has another version than the given one. */
export async function updateTopic(
  db: Db,
  topic: TopicText & { id: string; version: number | undefined },
  now: Date,
): Promise<boolean> {
  const rows = await affected(
    db,
    sql`update topics set title = ${topic.title}, content = ${topic.content}, preview = ${topic.preview},
        book_id = ${topic.link?.bookId ?? null}, page_number = ${topic.link?.page ?? null},
        version = version + 1, updated_at = ${now}
      where id = ${topic.id} and version = coalesce(${topic.version ?? null}::int, version)`,
  );
  return rows > 0;
}

export const deleteTopic = (db: Db, topicId: string): Promise<number> =>
  affected(db, sql`delete from topics where id = ${topicId}`);

/** A page of a book of the program; other pages cannot be linked. */
export const findLinkedPage = (db: Db, programId: string, link: { bookId: string; page: number }) =>
  maybeOne(
    db,
    sql`select 1 from program_books pb join books b on b.id = pb.book_id
      where pb.program_id = ${programId} and b.id = ${link.bookId} and b.number_of_pages >= ${link.page}`,
  );

export interface CommentRow
  extends Pick<CommentsTable, 'topicId' | 'ownerId' | 'content' | 'createdAt' | 'hiddenReason'> {
  readonly id: string;
  readonly ownerName: string;
  readonly ownerImageKey: UsersTable['imageKey'];
  readonly link: PageLink | null;
}

const commentColumns = sql`c.id, c.topic_id as "topicId", c.owner_id as "ownerId",
  trim(u.first_name || ' ' || u.second_name) as "ownerName", u.image_key as "ownerImageKey", c.content,
  c.created_at as "createdAt", c.hidden_reason as "hiddenReason", ${linkColumn(sql`c`)} as link`;

/** More than anyone reads on one page; the newest ones. */
const MAX_COMMENTS = 1000;

export const listComments = (db: Db, topicId: string): Promise<CommentRow[]> =>
  many(
    db,
    sql<CommentRow>`select * from (
        select ${commentColumns} from comments c join users u on u.id = c.owner_id
        where c.topic_id = ${topicId} order by c.created_at desc, c.id desc limit ${MAX_COMMENTS}) latest
      order by "createdAt", id`,
  );

export const findComment = (db: Db, topicId: string, commentId: string): Promise<CommentRow | null> =>
  maybeOne(
    db,
    sql<CommentRow>`select ${commentColumns} from comments c join users u on u.id = c.owner_id
      where c.id = ${commentId} and c.topic_id = ${topicId}`,
  );

/** Idempotent by id. */
export async function insertComment(
  tx: Tx,
  comment: {
    id: string;
    topicId: string;
    ownerId: string;
    content: string;
    link: { bookId: string; page: number } | null;
  },
  now: Date,
): Promise<void> {
  await sql`insert into comments (id, topic_id, owner_id, content, book_id, page_number, created_at)
    values (${comment.id}, ${comment.topicId}, ${comment.ownerId}, ${comment.content}, ${comment.link?.bookId ?? null},
      ${comment.link?.page ?? null}, ${now})
    on conflict (id) do nothing`.execute(tx);
}

export const deleteComment = (db: Db, commentId: string): Promise<number> =>
  affected(db, sql`delete from comments where id = ${commentId}`);

/** Null shows the comment again. */
export const setHidden = (
  tx: Tx,
  commentId: string,
  hidden: { by: string; reason: string; at: Date } | null,
): Promise<number> =>
  affected(
    tx,
    sql`update comments set hidden_at = ${hidden?.at ?? null}, hidden_by = ${hidden?.by ?? null},
      hidden_reason = ${hidden?.reason ?? null} where id = ${commentId}`,
  );
