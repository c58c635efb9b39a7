-- The PDF of one page held what other pages draw if the writer of the book gave all pages the same resources, and the
-- page's comments, attachments and scripts. It has another name now, and is made anew for every page.
insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts)
select gen_random_uuid(), 'publishing.prepare-sharp-pages', jsonb_build_object('book_id', work_id, 'revision', number),
  'sheets:' || work_id || ':' || number, now(), 12
from page_sets where runs is not null;
