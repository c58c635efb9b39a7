-- Files that were removed from a work can be put back until their bytes are collected.

create table removed_work_files (
  work_id uuid not null references works on delete cascade,
  path text not null,
  asset_hash text not null references assets on delete cascade,
  original_name text not null,
  added_by uuid references users on delete set null,
  added_at timestamptz not null,
  removal_id uuid not null,
  removed_by uuid references users on delete set null,
  removed_at timestamptz not null,
  primary key (work_id, path, asset_hash)
);
create index removed_work_files_asset on removed_work_files (asset_hash);
create index removed_work_files_added_by on removed_work_files (added_by);
create index removed_work_files_removed_by on removed_work_files (removed_by);
comment on table removed_work_files is
  'A file that was removed from a work. It keeps no bytes: its row is deleted with the asset, which goes when nothing has named it for a day.';
comment on column removed_work_files.removal_id is
  'What was removed together, a file or a folder, is put back together. Chosen by the caller: a removal sent again is recognized.';

alter table works add column named_files_changed_at timestamptz;
comment on column works.named_files_changed_at is
  'When a file that the manifest names was last removed or put back. Approvals and previews from before do not cover the content.';
