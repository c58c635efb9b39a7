import type { PlayedRange } from '@vesalius/contract/lectures-played';
import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { BooksTable, MaterialProgressTable, MaterialsTable } from '../../schema/tables.ts';
import type { MaterialContent } from './material-content.ts';
import type { ShownParts } from './shown-parts.ts';

export interface MaterialRow
  extends Pick<
      MaterialsTable,
      | 'id'
      | 'bookId'
      | 'page'
      | 'type'
      | 'title'
      | 'description'
      | 'diagnosis'
      | 'speaker'
      | 'durationSeconds'
    >,
    Pick<MaterialProgressTable, 'watchedAt'> {
  readonly content: MaterialContent;
  readonly positionSeconds: number;
  readonly played: readonly PlayedRange[];
  readonly shown: ShownParts;
}

const COLUMNS = sql`m.id, m.book_id as "bookId", m.page, m.type, m.title, m.description,
  m.diagnosis, m.speaker, m.duration_seconds as "durationSeconds", m.content,
  p.watched_at as "watchedAt", coalesce(p.position_seconds, 0) as "positionSeconds",
  coalesce(p.played, '[]'::jsonb) as played, coalesce(p.shown, '{}'::jsonb) as shown`;

/** In book order, each with this user's progress. */
export function listMaterials(db: Db, bookId: string, userId: string | null): Promise<MaterialRow[]> {
  return many(
    db,
    sql<MaterialRow>`
      select ${COLUMNS} from materials m
        left join material_progress p on p.material_id = m.id and p.user_id = ${userId}::uuid
      where m.book_id = ${bookId} and m.retired_at is null order by m.page, m.position, m.id`,
  );
}

export function findMaterial(db: Db, id: string, userId: string | null): Promise<MaterialRow | null> {
  return maybeOne(
    db,
    sql<MaterialRow>`
      select ${COLUMNS} from materials m
        left join material_progress p on p.material_id = m.id and p.user_id = ${userId}::uuid
      where m.id = ${id} and m.retired_at is null`,
  );
}

export interface BookFrameRow {
  readonly id: string;
  readonly title: string;
  readonly chapters: readonly { id: string; title: string; first_page: number; last_page: number }[];
}

export function getBookFrame(db: Db, bookId: string): Promise<BookFrameRow> {
  return one(
    db,
    sql<BookFrameRow>`
      select b.id, b.title,
        (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title,
            'first_page', c.first_page, 'last_page', c.last_page) order by c.position), '[]')
          from chapters c where c.book_id = b.id) as chapters
      from books b where b.id = ${bookId}`,
  );
}

export interface NeighbourRow {
  readonly id: string;
  readonly title: string;
  readonly page: number;
}

/** The materials before and after this one in the book, and the book's title. */
export function getSurroundings(
  db: Db,
  id: string,
): Promise<{ bookTitle: string; previous: NeighbourRow | null; next: NeighbourRow | null }> {
  return one(
    db,
    sql<{ bookTitle: BooksTable['title']; previous: NeighbourRow | null; next: NeighbourRow | null }>`
      with ordered as (
        select m.id, b.title as "bookTitle",
          lag(json_build_object('id', m.id, 'title', m.title, 'page', m.page)) over place as previous,
          lead(json_build_object('id', m.id, 'title', m.title, 'page', m.page)) over place as next
        from materials m join books b on b.id = m.book_id
        where m.retired_at is null and m.book_id = (select book_id from materials where id = ${id})
        window place as (order by m.page, m.position, m.id)
      ) select "bookTitle", previous, next from ordered where id = ${id}`,
  );
}

export interface ProgressRow extends Pick<MaterialsTable, 'durationSeconds'> {
  readonly materialId: string;
  readonly content: MaterialContent;
  readonly watchedAt: Date | null;
  readonly positionSeconds: number;
  readonly played: readonly PlayedRange[];
  readonly shown: ShownParts;
  readonly updatedAt: Date;
}

const PROGRESS = sql`p.material_id as "materialId", m.duration_seconds as "durationSeconds",
  m.content, p.watched_at as "watchedAt", p.position_seconds as "positionSeconds", p.played, p.shown,
  p.updated_at as "updatedAt"`;

/** Starts the clock: from here on, this user's reports about this material are checked against the time. */
export async function insertProgress(
  db: Db,
  args: { userId: string; materialId: string; bookId: string; now: Date },
): Promise<void> {
  await sql`insert into material_progress (user_id, material_id, book_id, updated_at)
    values (${args.userId}, ${args.materialId}, ${args.bookId}, ${args.now})
    on conflict (user_id, material_id) do nothing`.execute(db);
}

/** Locked until the end of the transaction, so that reports are handled one after the other. */
export function lockProgress(tx: Tx, userId: string, materialId: string): Promise<ProgressRow> {
  return one(
    tx,
    sql<ProgressRow>`
      select ${PROGRESS} from material_progress p join materials m on m.id = p.material_id
      where p.user_id = ${userId} and p.material_id = ${materialId} for update of p`,
  );
}

export async function updateProgress(
  tx: Tx,
  args: {
    userId: string;
    materialId: string;
    watchedAt: Date | null;
    positionSeconds: number;
    played: readonly PlayedRange[];
    shown: ShownParts;
    now: Date;
  },
): Promise<void> {
  await sql`update material_progress set watched_at = ${args.watchedAt}, position_seconds = ${args.positionSeconds},
      played = ${jsonb(args.played)}, shown = ${jsonb(args.shown)}, updated_at = ${args.now}
    where user_id = ${args.userId} and material_id = ${args.materialId}`.execute(tx);
}

export function listProgress(db: Db, userId: string, bookId: string): Promise<ProgressRow[]> {
  return many(
    db,
    sql<ProgressRow>`
      select ${PROGRESS} from material_progress p join materials m on m.id = p.material_id
      where p.user_id = ${userId} and p.book_id = ${bookId} and m.retired_at is null
      order by m.page, m.position, m.id`,
  );
}
