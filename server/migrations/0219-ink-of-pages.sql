-- Where the ink of a page is: on phones the viewer shows pages without their white margins. A job for each page set measures
-- the pages that are prepared already; it waits for everything else, because it draws every page.

alter table pdf_pages add column ink real[] check (cardinality(ink) = 4);
comment on column pdf_pages.ink is
  'What is not white margin: x, y, width and height as fractions of the page; all 0 for a blank page. Null: not measured yet.';

insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts, may_wait)
select gen_random_uuid(), 'publishing.measure-ink', jsonb_build_object('book_id', work_id, 'revision', number),
  'ink:' || work_id || ':' || number, now(), 12, true
from page_sets where prepared_at is not null
on conflict (dedupe_key) do nothing;
