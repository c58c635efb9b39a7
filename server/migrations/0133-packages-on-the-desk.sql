-- Staff make and change packages and programs, and name the people of a book. What they decided outlives the next import.

alter table packages add column details_set_at timestamptz;
comment on column packages.details_set_at is
  'When staff last set name, description or picture; null while they come from book folders. An import leaves set ones alone.';
alter table packages add column books_set_at timestamptz;
comment on column packages.books_set_at is
  'When staff last set the books; null while book folders name them. No import changes books that were set.';

create table package_left_books (
  package_id uuid not null references packages,
  book_id uuid not null references books,
  left_at timestamptz not null,
  primary key (package_id, book_id)
);
create index package_left_books_book on package_left_books (book_id);
comment on table package_left_books is
  'A book that a package contained. Subscriptions that began before it left hold it as long as they last.';

alter table programs add column details_set_at timestamptz;
comment on column programs.details_set_at is
  'When staff last set name or picture; null while they come from book folders. An import leaves set ones alone.';
alter table programs add column books_set_at timestamptz;
comment on column programs.books_set_at is
  'When staff last set the books; null while book folders name them. No import changes books that were set.';
alter table programs add column institution_id uuid references institutions;
create index programs_institution on programs (institution_id) where institution_id is not null;
comment on column programs.institution_id is 'Where the program is held, for the staff and its directors; it gives no access.';

alter table book_assignments add column set_at timestamptz;
comment on column book_assignments.set_at is
  'When staff named the person; null = book.yaml does. An import replaces only what book.yaml named.';
-- Until now the rows did not tell. The log has those of the staff.
update book_assignments b set set_at = a.created_at
from (select distinct on (u.email, book.id) lower(u.email) as email, book.id, l.created_at
  from audit_log l
  join users u on u.id::text = l.subject_id
  cross join lateral jsonb_array_elements_text(coalesce(l.detail -> 'after' -> 'book_ids', l.detail -> 'book_ids')) as book (id)
  where l.subject_type = 'user' and l.action in ('user.invite', 'user.role', 'user.assign')
    and jsonb_typeof(coalesce(l.detail -> 'after' -> 'book_ids', l.detail -> 'book_ids')) = 'array'
  order by u.email, book.id, l.created_at desc) a
where lower(b.email) = a.email and b.book_id::text = a.id;

create table book_dismissals (
  book_id uuid not null,
  email text not null,
  role text not null check (role in ('author', 'editor', 'producer')),
  dismissed_at timestamptz not null,
  primary key (book_id, email, role)
);
comment on table book_dismissals is
  'A person whom staff took off a book although book.yaml names them: no import brings them back. Addresses in lower case.';
