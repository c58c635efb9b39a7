-- An import's row becomes a release: what was published, with all that is needed to publish it again.

alter table book_imports rename to releases;
alter index book_imports_pkey rename to releases_pkey;

alter table releases drop column pictures;
alter table releases alter column content_hash drop not null;
alter table releases add column manifest jsonb;
alter table releases add column page_runs jsonb;
alter table releases add column created_by uuid references users on delete set null;
alter table releases add column note text not null default '';
alter table releases add column restored_from integer;
create index releases_created_by on releases (created_by);
create index releases_unpublished on releases (started_at) where published_at is null;
comment on table releases is
  'A publication of a book: its frozen manifest, its files and where its pages are. The one whose number is books.revision is what readers see.';
comment on column releases.content_hash is 'Of the folder that it was imported from; null when it was published without one.';
comment on column releases.manifest is 'As checked, with question lists taken in. Null until a job rebuilds it, for releases made before they were kept.';
comment on column releases.page_runs is 'As page_sets.runs. Null: the pages are those of the set with the same number.';
comment on column releases.created_by is 'Null for a command or a schedule.';
comment on column releases.restored_from is 'The release that was published again by this one.';

create table release_files (
  book_id uuid not null,
  revision integer not null,
  path text not null,
  asset_hash text not null references assets,
  primary key (book_id, revision, path),
  foreign key (book_id, revision) references releases on delete cascade
);
create index release_files_asset on release_files (asset_hash);
comment on table release_files is 'The files that a release''s manifest names, and what they were.';

alter table books add column withdrawn_at timestamptz;
comment on column books.withdrawn_at is 'Since when it is out of the shop. Who has access keeps it to the end of the term.';

-- Books that stand keep their pages where they are, and their current revision becomes the first release.
insert into page_sets (work_id, number, page_count, runs, begun_at, prepared_at)
select id, revision, number_of_pages,
  jsonb_build_array(jsonb_build_object('first', 1, 'last', number_of_pages, 'set', id || '/' || revision, 'from', 1)),
  updated_at, updated_at
from books where revision > 0;
insert into releases (book_id, revision, slug, edition, started_at, published_at)
select id, revision, slug, edition, updated_at, updated_at from books where revision > 0
on conflict (book_id, revision) do update set published_at = coalesce(releases.published_at, excluded.published_at);
insert into jobs (id, kind, payload, run_at, max_attempts)
select gen_random_uuid(), 'publishing.rebuild-first-release', jsonb_build_object('book_id', id), now(), 12
from books where revision > 0;
