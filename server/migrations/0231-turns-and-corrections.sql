-- The preparation of a PDF lets other books go first, and continues later: what it knows of each page is stored.

alter table pdf_pages
  add column has_text_outside boolean,
  add column took_ms integer check (took_ms >= 0);
comment on column pdf_pages.has_text_outside is
  'Whether the page has text outside of its visible part. Null: its row is older; known where the whole PDF was prepared.';
comment on column pdf_pages.took_ms is
  'How long it took to prepare the page, in milliseconds; the sum of a PDF is limited. Null: its row is older.';

-- A director who changed the due date of a task several times sent its students as many letters.
alter table told_places drop constraint told_places_state_check,
  add constraint told_places_state_check
    check (state in ('in', 'back', 'out', 'out_due', 'manager', 'member', 'member_due', 'task'));
comment on column told_places.group_id is 'A program, an institution or a book; of a task, its chapter, test or book.';
comment on column told_places.state is 'What the letter said: in, back or out; manager, or a plain member again; that a task has changed. _due: a letter about an end was enqueued.';
comment on column told_places.job_id is 'The job of the letter, which may run again; null for _due and for a change that was not told yet.';
