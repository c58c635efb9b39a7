import { sql } from 'kysely';
import { type Db, maybeOne } from '../../platform/database/database.ts';
import type { TopicsTable } from '../../schema/tables.ts';

/** The storage keys of the images in a topic. */
export const imagesOf = (html: string): string[] =>
  [...html.matchAll(/src="\/files\/(public\/topics\/\d+-[0-9a-f]+\.webp)"/g)].map(
    (match) => match[1] as string,
  );

/** Whether a topic shows the image with this storage key. */
export const isTopicImage = async (db: Db, key: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql<
      Pick<TopicsTable, 'id'>
    >`select id from topics where position(${`/files/${key}"`} in content) > 0 limit 1`,
  )) !== null;
