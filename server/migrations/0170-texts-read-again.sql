-- The texts of pages lacked letters: of "ff", drawn as one glyph, the second was taken for a letter that is drawn twice.
-- A job for each page set reads its texts again.

alter table page_sets add column text_version smallint not null default 1;
comment on column page_sets.text_version is
  'Of the program that read the texts: pages that an older one read are read again. Not of the content.';
alter table books add column text_version integer not null default 0;
comment on column books.text_version is
  'How often the texts of its pages were read again and differed: offline books with another version are outdated.';

-- PDFs whose preparation was interrupted: their pages are prepared again.
delete from pdf_pages where exists (select 1 from page_sets s
  where s.work_id = pdf_pages.work_id and s.number = pdf_pages.number and s.prepared_at is null);

insert into jobs (id, kind, payload, run_at, max_attempts)
select gen_random_uuid(), 'publishing.read-texts-again', jsonb_build_object('book_id', work_id, 'revision', number), now(), 12
from page_sets where prepared_at is not null;
