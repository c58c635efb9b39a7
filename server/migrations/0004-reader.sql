-- What a reader's place in a book is, and what they wrote on its pages.

create table book_progress (
  user_id uuid not null references users,
  book_id uuid not null references books,
  page integer not null,
  status text not null check (status in ('in_progress', 'completed')),
  started_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (user_id, book_id)
);
create index book_progress_recent on book_progress (user_id, updated_at desc);

create table annotations (
  id uuid primary key,
  book_id uuid not null references books,
  user_id uuid not null references users,
  page_number integer not null,
  quote text not null default '',
  -- The words around the quote: they find it again after a new edition.
  quote_before text not null default '',
  quote_after text not null default '',
  -- [{x, y, width, height}], fractions of the page
  rects jsonb not null default '[]',
  color text not null default 'yellow',
  -- Empty = a highlight without a note.
  text text not null default '',
  -- The page's text changed and the quote was not found any more: listed, not lost.
  orphaned boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index annotations_reader on annotations (book_id, user_id, page_number, id);
