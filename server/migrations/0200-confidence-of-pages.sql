-- How certain the order of a page's text is. A job for each page set measures the pages that are prepared already.

alter table pdf_pages add column confidence real check (confidence between 0 and 1);
comment on column pdf_pages.confidence is
  'How certain the order and structure of its text are; the text view shows uncertain pages as images. Null: not measured yet.';

insert into jobs (id, kind, payload, run_at, max_attempts)
select gen_random_uuid(), 'publishing.measure-confidence', jsonb_build_object('book_id', work_id, 'revision', number), now(), 12
from page_sets where prepared_at is not null;
