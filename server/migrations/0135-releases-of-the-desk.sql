-- Releases that wait for their time, what is known of a file's content, and books that left the shop.

alter table releases add column publish_at timestamptz;
alter table releases add column work_version integer;
create unique index releases_scheduled on releases (book_id) where publish_at is not null and published_at is null;
comment on column releases.publish_at is
  'When a job publishes what is frozen here, as a release of its own; this row goes with it. Null: it was published at once.';
comment on column releases.work_version is 'The version of the working copy that it was made of; null for a folder and for a restored release.';

create table asset_checks (
  asset_hash text not null references assets on delete cascade,
  -- pdf, picture, video, captions, dicom-refuse, dicom-remove.
  kind text not null,
  result jsonb not null,
  checked_at timestamptz not null,
  primary key (asset_hash, kind)
);
comment on table asset_checks is 'What a look at a file as one kind of thing found. The same bytes are looked at once.';
comment on column asset_checks.result is '{facts} of a sound file, or {problems: [{text, line}]}: the sentences that its publisher reads.';

create index books_withdrawn on books (id) where withdrawn_at is not null;
