-- What keeps programs of ten thousand students quick: the sums behind the overview, and names found by what they contain.

-- Distributions and weak sections of one book among the students of a program, as they were at `counted_at`. Only large
-- programs have rows: the small ones are counted at each look. Nothing here is the only copy of anything.
create table program_book_scores (
  program_id uuid not null references programs on delete cascade,
  book_id uuid not null references books on delete cascade,
  counted_at timestamptz not null,
  -- {chapters, weak_sections} as in the contract's BookScores.
  facts jsonb not null,
  primary key (program_id, book_id)
);

-- "Whose name contains ...", without accents and case.
create index users_name_trigrams on users using gin (plain_text(first_name || ' ' || second_name) gin_trgm_ops);
