-- On Arabic lines, numbers stood before the names of what they measure and signs before the numbers that they follow; titles of
-- outlines that a browser wrote had their words in the order of the page. A job for each page set with Arabic letters
-- reads its texts again.
insert into jobs (id, kind, payload, run_at, max_attempts)
select gen_random_uuid(), 'publishing.read-texts-again', jsonb_build_object('book_id', s.work_id, 'revision', s.number), now(), 12
from page_sets s where s.prepared_at is not null and (
  s.outline::text ~ '[\u0590-\u08ff]'
  or exists (select 1 from pdf_pages p where p.work_id = s.work_id and p.number = s.number and p.text ~ '[\u0590-\u08ff]')
  or exists (select 1 from book_pages b where b.book_id = s.work_id and b.text ~ '[\u0590-\u08ff]'));
