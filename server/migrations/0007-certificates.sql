-- Certificates are facts at a moment: every word on them is stored as it was issued.

create table certificates (
  id uuid primary key,
  -- The printed number; reissued after a change of name under the same number, the older row marked replaced.
  unique_id text not null,
  user_id uuid not null references users,
  book_id uuid not null references books,
  kind text not null check (kind in ('hours', 'credit')),
  user_name text not null,
  book_title text not null,
  book_version text not null,
  author_name text not null,
  title text not null,
  description text not null,
  hours_of_participation numeric(6, 2) not null,
  -- Credit certificates: the most that may be claimed, and what the participant claimed (steps of 0.25).
  credits_maximum numeric(6, 2),
  credits_claimed numeric(6, 2),
  provider text,
  accreditation_statement text,
  designation_statement text,
  final_score integer not null,
  final_total integer not null,
  completed_at timestamptz not null,
  -- The completion day where the reader was.
  completed_on date not null,
  issued_at timestamptz not null,
  replaced_at timestamptz,
  revoked_at timestamptz
);
create unique index certificates_current on certificates (user_id, book_id, kind) where replaced_at is null;
create unique index certificates_number on certificates (unique_id) where replaced_at is null;
create index certificates_number_all on certificates (unique_id, issued_at);
create index certificates_reader on certificates (user_id, completed_on desc, id) where replaced_at is null;
