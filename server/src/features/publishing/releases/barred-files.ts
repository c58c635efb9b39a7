import { dirname } from 'node:path/posix';
import { entriesOf, type Value } from '@vesalius/contract/working-copy-document';
import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { RecentList } from '../../../platform/recent-list.ts';
import type { RenditionsTable } from '../../../schema/tables.ts';
import type { Purpose } from '../assets/asset-queries.ts';
import { keptPlace } from '../studies/kept-place.ts';

type Key = RenditionsTable['storageKey'];

/** What readers get with a grant. Public pictures need none; makers open the uploaded files. */
const PURPOSES: readonly Purpose[] = [
  ...(['question', 'image', 'thumbnail', 'poster', 'video', 'converted-video', 'captions'] as const),
  ...(['descriptions', 'dicom-refuse', 'dicom-remove'] as const),
];

/**
 * Whether a stored file is of barred releases alone: no other release, preview or working copy names it. A reader who had the
 * lecture or the study open holds a grant for a while, which would still open it.
 */
export function barredFiles({ db }: Pick<Deps, 'db'>): (key: string) => Promise<boolean> {
  const list = new RecentList(listKeys);
  return async (key) => {
    const { keys, folders } = await list.read(db);
    return keys.has(key) || folders.has(dirname(key));
  };
}

interface BarredKeys {
  readonly keys: ReadonlySet<Key>;
  /** Of recordings: each has a folder of its own. */
  readonly folders: ReadonlySet<string>;
}

async function listKeys(db: Db): Promise<BarredKeys> {
  const concerned = await many(
    db,
    sql<{ bookId: string }>`select distinct book_id as "bookId" from releases where barred_at is not null`,
  );
  if (concerned.length === 0) return { keys: new Set(), folders: new Set() };
  const places = await barredPlaces(
    db,
    concerned.map(({ bookId }) => bookId),
  );
  const rows = await many(
    db,
    sql<{ key: Key; purpose: Purpose }>`with barred as (
        select distinct f.asset_hash from releases r join release_files f using (book_id, revision)
        where r.barred_at is not null),
      works_with as (select distinct w.work_id from work_files w join barred using (asset_hash)),
      named as materialized (select c.id, rtrim(n #>> '{}', '/') as path from works c
        join works_with on works_with.work_id = c.id,
        lateral jsonb_path_query(c.manifest, 'strict $.** ? (@.type() == "string")') as n),
      used as (
        select f.asset_hash from release_files f join barred using (asset_hash)
          join releases r on r.book_id = f.book_id and r.revision = f.revision
          where r.barred_at is null and (r.published_at is not null or r.publish_at is not null)
        union select f.asset_hash from work_files f join barred using (asset_hash)
          join named n on n.id = f.work_id and n.path = f.path
        union select f.asset_hash from work_files f join barred using (asset_hash)
          join named n on n.id = f.work_id and n.path = regexp_replace(f.path, '/[^/]*$', ''))
      select x.storage_key as key, x.purpose from renditions x join barred using (asset_hash)
      where x.purpose = any(${[...PURPOSES]}::text[])
        and (not exists (select 1 from used u where u.asset_hash = x.asset_hash)
          or x.purpose || ' ' || x.place = any(${places}::text[]))`,
  );
  return {
    keys: new Set(rows.map(({ key }) => key)),
    folders: new Set(
      rows.flatMap(({ key, purpose }) => (purpose === 'converted-video' ? [dirname(key)] : [])),
    ),
  };
}

/** Purpose and place of studies with attributes that only barred releases keep: the same files are in others without them. */
async function barredPlaces(db: Db, bookIds: readonly string[]): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ workId: string; supplementaries: Value; isBarred: boolean }>`
      select coalesce(b.preview_of, b.id) as "workId", r.manifest -> 'supplementaries' as supplementaries,
        r.barred_at is not null as "isBarred"
      from releases r join books b on b.id = r.book_id
      where (b.id = any(${[...bookIds]}::uuid[]) or b.preview_of = any(${[...bookIds]}::uuid[]))
        and (r.published_at is not null or r.publish_at is not null)
      union all
      select c.id, c.manifest -> 'supplementaries', false from works c where c.id = any(${[...bookIds]}::uuid[])`,
  );
  const placesOf = (isBarred: boolean) =>
    rows
      .filter((row) => row.isBarred === isBarred)
      .flatMap(({ workId, supplementaries }) => studyPlaces(workId, supplementaries));
  const used = new Set(placesOf(false));
  return placesOf(true).filter((place) => !used.has(place));
}

const studyPlaces = (workId: string, supplementaries: Value): string[] =>
  entriesOf(supplementaries)
    .flatMap(({ materials }) => entriesOf(materials))
    .filter(({ type }) => type === 'dicom')
    .map(({ key, identifying_attributes: how, kept_attributes: kept }) => {
      const names = how === 'remove' ? entriesOf(kept).map(({ attribute }) => String(attribute)) : [];
      return `dicom-${how === 'remove' ? 'remove' : 'refuse'} ${workId}/${String(key)}${keptPlace(new Set(names))}`;
    });
