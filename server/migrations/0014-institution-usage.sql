-- Who of an institution used which book: the material of its COUNTER reports. Only members while their institution's
-- subscription runs; everybody else's reading is nobody's report.
create table institution_usage (
  id uuid primary key,
  institution_id uuid not null references institutions,
  user_id uuid not null references users,
  book_id uuid not null references books,
  -- The part of the book that counts as an item; null = the book as such (its profile, its opening).
  chapter_id uuid references chapters on delete set null,
  -- A look at what the book is; reading in it; a book that the subscription does not cover.
  kind text not null check (kind in ('investigation', 'request', 'no_license')),
  used_at timestamptz not null
);
create index institution_usage_time on institution_usage (institution_id, used_at);
-- "The same within thirty seconds?", asked before each row.
create index institution_usage_person on institution_usage (user_id, book_id, used_at desc);
