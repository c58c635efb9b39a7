-- Each import enqueues its own clean-up a day ahead, before it stores its first file: what a killed process or a store
-- that went away left behind goes then. Covers and portraits are named by their content and shared by books, so that the
-- import's folder does not tell which of them it added.
alter table book_imports add column pictures text[] not null default '{}';
comment on column book_imports.pictures is
  'Storage keys of the public pictures that this import added because no file of that name was there. Removed with the import if it is abandoned and nothing names them.';

insert into jobs (id, kind, payload, run_at, max_attempts)
select gen_random_uuid(), 'publishing.remove-abandoned-import',
  jsonb_build_object('bookId', book_id, 'revision', revision), started_at + interval '1 day', 12
from book_imports where published_at is null;

drop index book_imports_abandoned;
