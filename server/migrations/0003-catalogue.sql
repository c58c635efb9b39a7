-- Books as the shop and the reader know them. A row is one edition; its content is replaced by a new revision
-- at import, under the same id, so that what readers did stays with the book.

create table categories (
  id uuid primary key,
  name text not null unique,
  name_ar text
);

create table books (
  id uuid primary key,
  -- Identity of the work across editions, chosen by the publisher.
  slug text not null,
  edition text not null,
  language text not null,
  title text not null,
  author text not null,
  category_id uuid not null references categories,
  featured boolean not null default false,
  price_cents integer not null check (price_cents >= 0),
  release_date date not null,
  review_date date,
  expiry_date date,
  cover_key text not null,
  -- Shape and main colour keep the cover's place on a page until it has arrived; zero and empty = unknown.
  cover_width integer not null default 0,
  cover_height integer not null default 0,
  cover_color text not null default '',
  brief text not null,
  audience text,
  disclosures text,
  learning_objectives jsonb not null default '[]',
  sources jsonb not null default '[]',
  -- [{name, title, image_key, biography, disclosure}]
  faculty jsonb not null default '[]',
  senior_editors jsonb not null default '[]',
  -- [{id, key}] pictures of sample pages
  samples jsonb not null default '[]',
  front_matter_first_page integer,
  front_matter_last_page integer,
  reading_hours numeric(6, 2) not null default 0,
  number_of_pages integer not null,
  number_of_authors integer not null default 0,
  number_of_speakers integer not null default 0,
  number_of_lectures integer not null default 0,
  number_of_quizzes integer not null default 0,
  number_of_tests integer not null default 0,
  -- {title, description, hours_of_participation, credits, provider, accreditation_statement, designation_statement}
  certificate jsonb,
  -- The content shown now; page files live under books/{id}/{revision}/.
  revision integer not null,
  -- The older edition that this one replaces, and the last day on which its readers may still open it. From the
  -- day this edition is published the older one is no longer sold or listed.
  old_version_book_id uuid references books,
  readable_until date,
  paypal_plan_id text,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (slug, edition)
);
create index books_newest on books (release_date desc, id) where published_at is not null;
create index books_price on books (price_cents, id) where published_at is not null;
create index books_category on books (category_id, release_date desc, id) where published_at is not null;
create index books_featured on books (release_date desc, id) where published_at is not null and featured;
-- "Is there a newer edition of this one?", asked for every book of a list.
create index books_old_version on books (old_version_book_id) where old_version_book_id is not null;
-- Search forgives typing errors and accents: the words are compared as `plain_text` gives them.
create index books_title_trigrams on books using gin (plain_text(title) gin_trgm_ops) where published_at is not null;
create index books_author_trigrams on books using gin (plain_text(author) gin_trgm_ops) where published_at is not null;

create table chapters (
  id uuid primary key,
  book_id uuid not null references books,
  key text not null,
  position integer not null,
  title text not null,
  first_page integer not null,
  last_page integer not null,
  unique (book_id, key)
);
create index chapters_title_trigrams on chapters using gin (plain_text(title) gin_trgm_ops);

-- The PDF's own outline, flattened: shown in the chapter index below the publisher's chapters.
create table outline_entries (
  book_id uuid not null references books,
  position integer not null,
  depth integer not null,
  title text not null,
  page_number integer not null,
  primary key (book_id, position)
);

create table book_pages (
  book_id uuid not null references books,
  page_number integer not null,
  label text not null,
  -- PDF points, after the page's own rotation
  width real not null,
  height real not null,
  -- Reading order, as extracted at import; folded (lower case, no diacritics) in search_vector's input by the server.
  text text not null,
  search_vector tsvector not null,
  primary key (book_id, page_number)
);
create index book_pages_search on book_pages using gin (search_vector);

-- Accounts that see the book in the author or editor portal, by address: the account may come later.
create table book_assignments (
  book_id uuid not null references books,
  email text not null,
  role text not null check (role in ('author', 'editor')),
  primary key (book_id, email, role)
);
create index book_assignments_email on book_assignments (lower(email));

create table packages (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  description text not null default '',
  price_cents integer not null check (price_cents >= 0),
  image_key text,
  paypal_plan_id text,
  published_at timestamptz,
  created_at timestamptz not null
);
create table package_books (
  package_id uuid not null references packages,
  book_id uuid not null references books,
  position integer not null,
  primary key (package_id, book_id)
);
create index package_books_book on package_books (book_id);

create table institution_books (
  institution_id uuid not null references institutions,
  book_id uuid not null references books,
  primary key (institution_id, book_id)
);
create index institution_books_book on institution_books (book_id);
