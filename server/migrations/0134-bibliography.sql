-- What libraries and search engines know a book by, and who publishes it.

create table publishers (
  id uuid primary key,
  slug text not null unique,
  name text not null check (name <> ''),
  imprint text,
  logo_key text,
  website text,
  contact_email text,
  details_set_at timestamptz,
  created_at timestamptz not null
);
comment on table publishers is 'A publishing house that owns books.';
comment on column publishers.imprint is 'The brand that stands on the books, where it is another than the name.';
comment on column publishers.contact_email is 'For readers and libraries; shown on the profile of its books.';
comment on column publishers.details_set_at is
  'When staff made or last changed it; null while it comes from book folders. An import leaves set details alone.';

alter table books add column isbn_print text;
comment on column books.isbn_print is 'As the publisher writes it, with or without hyphens.';
alter table books add column isbn_electronic text;
comment on column books.isbn_electronic is 'As the publisher writes it, with or without hyphens.';
alter table books add column doi text;
comment on column books.doi is 'Without https://doi.org/ in front.';
alter table books add column subjects jsonb not null default '[]';
comment on column books.subjects is 'Subject headings: [{scheme: mesh or bisac, code, name}], as the publisher gives them.';
alter table books add column publisher_id uuid references publishers;
create index books_publisher on books (publisher_id) where publisher_id is not null;
alter table books add column identifiers text[] not null default '{}';
comment on column books.identifiers is
  'What the search finds the book by: its ISBNs as 13 digits, and its DOI in lower case.';
create index books_identifiers on books using gin (identifiers) where identifiers <> '{}';
