-- The preparation of a PDF lets other books go first, and continues later: what it knows of each page is stored.

alter table pdf_pages
  add column has_text_outside boolean,
  add column took_ms integer check (took_ms >= 0);
comment on column pdf_pages.has_text_outside is
  'Whether the page has text outside of its visible part. Null: its row is older; known where the whole PDF was prepared.';
comment on column pdf_pages.took_ms is
  'How long it took to prepare the page, in milliseconds; the sum of a PDF is limited. Null: its row is older.';
