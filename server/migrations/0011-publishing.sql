-- Imports of book folders. A row is one revision of a book's content, whose files live under books/{book_id}/{revision}/.

create table book_imports (
  -- No reference: the book itself is written only when all of its files are in place.
  book_id uuid not null,
  revision integer not null,
  slug text not null,
  edition text not null,
  -- Of the folder as it was (names, sizes, times and the manifest): the demo library is imported again when it differs.
  content_hash text not null,
  -- Slugs that this manifest named: memberships made elsewhere are not the import's to end.
  packages jsonb not null default '[]',
  programs jsonb not null default '[]',
  started_at timestamptz not null,
  -- Null = under way, or the process was killed: then a later import removes its files.
  published_at timestamptz,
  primary key (book_id, revision)
);
create index book_imports_abandoned on book_imports (started_at) where published_at is null;

-- What an answer is recognised by at the next import: its words, or the hash of its picture.
alter table choices add column identity text not null default '';
-- A section that the folder no longer has; kept, because questions and results point at it.
alter table test_sections add column retired_at timestamptz;
