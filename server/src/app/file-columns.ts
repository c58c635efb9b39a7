import type { FileQuery } from '../platform/backup/named-files.ts';

/** The columns that name a file of the storage. A test demands that every column whose name ends with `_key` is classified. */
export const FILE_COLUMNS = [
  'books.cover_key',
  'choices.image_key',
  'packages.image_key',
  'programs.photo_key',
  'publishers.logo_key',
  'questions.image_key',
  'questions.justification_image_key',
  'renditions.storage_key',
  'users.image_key',
] as const;

/** Files whose names are derived: the files that books are made of, named by their hash, and the pages of books. */
export const FILE_QUERIES: readonly FileQuery[] = [
  {
    // A row that nothing names is no proof of a file: it is inserted first.
    needs: ['assets.bytes', 'work_files.asset_hash', 'release_files.asset_hash', 'page_sets.asset_hash'],
    sql: `select 'assets/' || a.hash as key, a.bytes::text as bytes, a.hash as sha256 from assets a
      where exists (select 1 from work_files f where f.asset_hash = a.hash)
        or exists (select 1 from release_files f where f.asset_hash = a.hash)
        or exists (select 1 from page_sets s where s.asset_hash = a.hash and s.unused_since is null)`,
  },
  {
    // A double-size image and a one-page PDF are made later; without them readers see the other files.
    needs: ['page_sets.runs', 'releases.page_runs', 'releases.publish_at', 'work_files.asset_hash'],
    sql: `with all_runs as (
        select r.page_runs as runs from releases r
        where r.page_runs is not null and (r.published_at is not null or r.publish_at is not null)
        union all
        select s.runs from page_sets s
        where s.runs is not null and (
          exists (select 1 from work_files f where f.work_id = s.work_id and f.asset_hash = s.asset_hash)
          or exists (select 1 from releases r where r.book_id = s.work_id and r.revision = s.number
            and r.page_runs is null and r.published_at is not null)))
      select distinct 'books/' || (run ->> 'set') || '/pages/' || lpad(page::text, greatest(4, length(page::text)), '0')
        || '/' || file as key, null as bytes, null as sha256
      from all_runs
        cross join jsonb_array_elements(runs) run
        cross join generate_series((run ->> 'from')::int,
          (run ->> 'from')::int + (run ->> 'last')::int - (run ->> 'first')::int) page
        cross join unnest(array['1x.webp', 'thumb.webp', 'text.json']) file`,
  },
];
