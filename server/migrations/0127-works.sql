-- Books that are being made: the bytes of their files, and the working copy with the changes made to it.

create table assets (
  -- SHA-256 of the bytes; the file stands at assets/{hash} in the storage.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  -- As the content says, and not the file's name.
  media_type text not null,
  stored_at timestamptz not null,
  -- Since when nothing names it; null = something did at the last look.
  unused_since timestamptz
);
create index assets_unused on assets (unused_since) where unused_since is not null;
comment on table assets is 'The bytes of one file, stored once however many books and releases name it.';

create table works (
  -- The book's id, also before the book is published for the first time.
  id uuid primary key,
  -- What book.yaml says, as far as it is filled in. Entries of lists without a key carry an _id.
  manifest jsonb not null,
  -- Counts the operations.
  version integer not null default 0 check (version >= 0),
  -- The release that the working copy is equal to or began from.
  released_revision integer,
  -- The version that was released last: a higher one has changes that readers do not see.
  released_version integer,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
comment on table works is 'A book that is being made: its working copy, which the desk changes and a release freezes.';

create table work_files (
  work_id uuid not null references works on delete cascade,
  -- As the manifest names it, with forward slashes.
  path text not null check (path <> '' and length(path) <= 300),
  asset_hash text not null references assets,
  -- As it was called on the computer that it came from.
  original_name text not null,
  added_by uuid references users on delete set null,
  added_at timestamptz not null,
  primary key (work_id, path)
);
create index work_files_asset on work_files (asset_hash);
comment on table work_files is 'A file of a work. A file that the manifest names no longer stays until somebody removes it: undoing needs it.';

create table work_operations (
  work_id uuid not null references works on delete cascade,
  -- The version that it makes.
  version integer not null check (version > 0),
  operation jsonb not null,
  -- What takes it back.
  inverse jsonb not null,
  -- Several that belong together are undone together.
  group_id uuid not null,
  -- The version that this one took back.
  undoes integer,
  user_id uuid references users on delete set null,
  made_at timestamptz not null,
  primary key (work_id, version)
);
create index work_operations_user on work_operations (user_id);
comment on table work_operations is 'One change of a working copy: history, undoing and what others must be shown come from here.';

alter table book_assignments drop constraint book_assignments_role_check;
alter table book_assignments add constraint book_assignments_role_check check (role in ('author', 'editor', 'producer'));
comment on column book_assignments.role is 'author and editor see the book in their portal; a producer changes its working copy.';
-- A work has people before it is a book.
alter table book_assignments drop constraint book_assignments_book_id_fkey;
comment on column book_assignments.book_id is 'Of a book, or of a work that is not published yet.';
