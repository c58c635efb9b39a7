import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { MaterialsTable, SearchPiecesTable } from '../../schema/tables.ts';
import { MATERIALS } from './build-postings.ts';
import type { MaterialTexts, Piece } from './material-pieces.ts';

/** In book order. */
export const listMaterialTexts = (db: Db, bookId: string): Promise<MaterialTexts[]> =>
  many(
    db,
    sql<MaterialTexts>`select id, title, speaker, description, content from materials
      where book_id = ${bookId} and retired_at is null order by page, position, id`,
  );

/** The next book whose lectures are not indexed; null = there is none. */
export const findUnindexedMaterials = async (db: Db): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<{ id: string }>`select b.id from books b
        where exists (select 1 from materials m where m.book_id = b.id and m.retired_at is null)
          and not exists (select 1 from search_books s where s.book_id = b.id and s.part = ${MATERIALS.open})
        order by b.id limit 1`,
    )
  )?.id ?? null;

export const lockBookOfMaterials = async (tx: Tx, bookId: string): Promise<void> => {
  await sql`select from books where id = ${bookId} for no key update`.execute(tx);
};

export async function replacePieces(tx: Tx, bookId: string, pieces: readonly Piece[]): Promise<void> {
  await sql`delete from search_pieces where book_id = ${bookId}`.execute(tx);
  const rows = pieces.map((piece, index) => ({ ...piece, number: index + 1 }));
  await sql`insert into search_pieces (book_id, number, material_id, source, text, offsets, seconds)
    select ${bookId}::uuid, x.number, x."materialId", x.source, x.text, x.offsets, x.seconds
    from jsonb_to_recordset(${jsonb(rows)}) as x(number int, "materialId" uuid, source text, text text,
      offsets int[], seconds real[])`.execute(tx);
}

export interface PieceRow
  extends Pick<SearchPiecesTable, 'bookId' | 'number' | 'materialId' | 'text'>,
    Pick<MaterialsTable, 'type' | 'title' | 'page'> {
  readonly source: Piece['source'];
  readonly offsets: readonly number[];
  readonly seconds: readonly number[];
  readonly label: string;
  readonly bookTitle: string;
}

/** In no order. Materials that are no longer in the book are left out. */
export const listPieces = (
  db: Db,
  pieces: readonly { readonly bookId: string; readonly page: number }[],
): Promise<PieceRow[]> =>
  many(
    db,
    sql<PieceRow>`select s.book_id as "bookId", s.number, s.material_id as "materialId", s.source, s.text, s.offsets,
        s.seconds, m.type, m.title, m.page, coalesce(p.label, m.page::text) as label, b.title as "bookTitle"
      from unnest(${pieces.map(({ bookId }) => bookId)}::uuid[], ${pieces.map(({ page }) => page)}::int[])
        as wanted (book_id, number)
      join search_pieces s on s.book_id = wanted.book_id and s.number = wanted.number
      join materials m on m.id = s.material_id and m.retired_at is null
      join books b on b.id = s.book_id
      left join book_pages p on p.book_id = m.book_id and p.page_number = m.page`,
  );
