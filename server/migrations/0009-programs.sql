-- Programs of institutions: their books, directors and students.

create table programs (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  photo_key text,
  created_at timestamptz not null
);
create table program_books (
  program_id uuid not null references programs,
  book_id uuid not null references books,
  position integer not null,
  primary key (program_id, book_id)
);
create index program_books_book on program_books (book_id);
create table program_directors (
  program_id uuid not null references programs,
  user_id uuid not null references users,
  primary key (program_id, user_id)
);
create index program_directors_user on program_directors (user_id);
-- One file or form of students. Its parts share an id that the browser chose; it can be undone for a day.
create table program_imports (
  id uuid primary key,
  program_id uuid not null references programs,
  director_id uuid not null references users,
  created_at timestamptz not null,
  undone_at timestamptz
);
-- A row deleted = the student has left: access through the program ends, attempts and certificates stay.
create table program_students (
  program_id uuid not null references programs,
  user_id uuid not null references users,
  joined_at timestamptz not null,
  -- The import that added the student; null = by another way.
  import_id uuid references program_imports,
  primary key (program_id, user_id)
);
create index program_students_user on program_students (user_id);
create index program_students_import on program_students (import_id) where import_id is not null;

-- What a program's students have to do until when. Done is worked out from their progress, never stored.
create table program_assignments (
  id uuid primary key,
  program_id uuid not null references programs,
  book_id uuid not null references books,
  kind text not null check (kind in ('book', 'chapter', 'test')),
  -- Of the chapter or the test; both null = the whole book.
  chapter_id uuid references chapters on delete cascade,
  test_id uuid references tests,
  -- A day; over at its end where the student is.
  due_on date not null,
  note text not null default '',
  created_by uuid not null references users,
  created_at timestamptz not null,
  check ((kind = 'chapter') = (chapter_id is not null) and (kind = 'test') = (test_id is not null))
);
create index program_assignments_program on program_assignments (program_id, due_on, id);
