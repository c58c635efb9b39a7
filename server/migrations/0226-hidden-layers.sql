-- The PDF of one page held the layers and notes that its picture does not show, and the texts of pages had their words. The PDF
-- has another name now, and is made anew for every page. A job for each page set reads its texts again, if its PDF has layers.
insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts)
select gen_random_uuid(), 'publishing.prepare-sharp-pages', jsonb_build_object('book_id', work_id, 'revision', number),
  'drawn:' || work_id || ':' || number, now(), 12
from page_sets where runs is not null
on conflict (dedupe_key) do nothing;

insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts)
select gen_random_uuid(), 'publishing.read-texts-again', jsonb_build_object('book_id', work_id, 'revision', number),
  'texts:4:' || work_id || ':' || number, now(), 12
from page_sets where prepared_at is not null
on conflict (dedupe_key) do nothing;
