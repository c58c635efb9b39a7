import type { BookCard } from '@vesalius/contract/catalogue';
import { coverSrcSet } from '@vesalius/contract/covers';
import type { Actor } from '../accounts/actor.ts';
import { type BookAccess, decideAccess } from './access.ts';
import type { CardRow } from './book-rows.ts';
import type { PersonalRow } from './personal-queries.ts';

/** The address of a file that needs no grant: covers, portraits, samples. */
export const publicUrl = (key: string): string => `/files/${key}`;

export const dollars = (cents: number): number => cents / 100;

const NOTHING: Pick<BookAccess, 'granted' | 'isSubscribed'> = { granted: false, isSubscribed: false };

/** A card as this user sees it; without `personal`, as a visitor does. */
export function bookCard(row: CardRow, actor: Actor | null, personal: PersonalRow | undefined): BookCard {
  const access = personal ? decideAccess(actor, personal) : NOTHING;
  return {
    id: row.id,
    title: row.title,
    edition: row.edition,
    replaced: row.replaced ?? null,
    author: row.author,
    language: row.language,
    category: { id: row.categoryId, name: row.categoryName, name_ar: row.categoryNameAr },
    price: dollars(row.priceCents),
    release_date: row.releaseDate,
    cover_photo: publicUrl(row.coverKey),
    cover: {
      srcset: coverSrcSet(publicUrl(row.coverKey)) ?? '',
      width: row.coverWidth,
      height: row.coverHeight,
      color: row.coverColor,
    },
    number_of_pages: row.pages,
    is_subscribed: access.isSubscribed,
    has_access: access.granted,
    book_progress: { status: personal?.status ?? 'not_started', page: personal?.page ?? 1 },
  };
}
