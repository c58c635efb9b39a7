import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { type RawBuilder, sql } from 'kysely';
import type { BooksTable } from '../../schema/tables.ts';

/** The facts of a card that are the same for all users. */
export interface CardRow extends Pick<BooksTable, 'id'> {
  readonly title: string;
  readonly edition: string;
  /** Absent in lists of sold books. */
  readonly replaced?: BookEdition['replaced'];
  readonly author: string;
  readonly language: string;
  readonly categoryId: string;
  readonly categoryName: string;
  readonly categoryNameAr: string | null;
  readonly priceCents: number;
  readonly releaseDate: string;
  readonly coverKey: string;
  readonly coverWidth: number;
  readonly coverHeight: number;
  readonly coverColor: string;
  readonly pages: number;
  /** The beginning of the publisher's description. */
  readonly summary: string;
}

/** For a query whose `from` names `books` as `b` and `categories` as `c`. */
export const cardColumnsWith = (
  title: RawBuilder<string>,
): RawBuilder<CardRow> => sql`b.id, ${title} as title, b.edition, b.author, b.language, c.id as "categoryId", c.name as "categoryName",
  c.name_ar as "categoryNameAr", b.price_cents as "priceCents", b.release_date as "releaseDate",
  b.cover_key as "coverKey", b.cover_width as "coverWidth",
  b.cover_height as "coverHeight", b.cover_color as "coverColor", b.number_of_pages as pages, left(b.brief, 600) as summary`;

export const cardColumns: RawBuilder<CardRow> = cardColumnsWith(sql`b.title`);
