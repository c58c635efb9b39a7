import { sql } from 'kysely';
import { type Db, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { scheduleUnusedCheck } from '../../../platform/unused-uploads.ts';
import { demandImage } from '../../../platform/uploads.ts';
import { publicUrl } from '../../catalogue/book-card.ts';

/** The storage key of the picture in a submitted form: the present one, none, or an upload. */
export async function pictureKeyOf(
  storage: Storage,
  link: string | null,
  current: string | null,
): Promise<string | null> {
  if (link === null) return null;
  return current !== null && link === publicUrl(current)
    ? current
    : demandImage(storage, link, 'listing_picture');
}

/** Pictures of imports are shared between books and stay. */
export async function leavePicture(tx: Tx, key: string | null, now: Date): Promise<void> {
  if (key?.startsWith('public/listings/')) await scheduleUnusedCheck(tx, [key], now);
}

/** Whether a package, program or publisher shows the picture with this storage key. */
export const isListingPicture = async (db: Db, key: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from packages where image_key = ${key}
      union all select 1 from programs where photo_key = ${key}
      union all select 1 from publishers where logo_key = ${key} limit 1`,
  )) !== null;
