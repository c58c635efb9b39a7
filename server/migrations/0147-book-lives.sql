-- What authors and editors learn of the life of their book: rounded numbers, and searches that found nothing.

create table book_lives (
  book_id uuid primary key references books on delete cascade,
  counted_at timestamptz not null,
  figures jsonb not null
);
comment on table book_lives is
  'What the makers of a book see of its readers, as it was counted last. It is counted again only after at least 10 readers did something in the book: the difference between two counts never tells of one of them.';
comment on column book_lives.figures is
  'BookLifeFigures: numbers of readers rounded down to tens. Exact numbers are not kept.';

create table missed_searches (
  book_id uuid not null references books on delete cascade,
  term_hash bytea not null,
  term text,
  people bytea[] not null,
  asked_at timestamptz not null,
  primary key (book_id, term_hash)
);
create index missed_searches_age on missed_searches (asked_at);
comment on table missed_searches is
  'Searches in a book that found nothing, without the readers who made them. Deleted 90 days after the last.';
comment on column missed_searches.term_hash is 'Keyed hash of the book and the folded words.';
comment on column missed_searches.term is 'The folded words. Null until 5 readers asked for them: nobody''s own words are kept.';
comment on column missed_searches.people is
  'Who asked, as keyed hashes that differ from term to term: they count different readers and cannot be joined. At most 100.';
