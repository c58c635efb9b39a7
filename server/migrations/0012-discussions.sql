-- Topics of a program and the comments on them.

create table topics (
  id uuid primary key,
  program_id uuid not null references programs,
  owner_id uuid not null references users,
  -- The role in which the owner wrote it: decides who may change it.
  ownable_type text not null check (ownable_type in ('User', 'ProgramDirector')),
  title text not null,
  -- HTML, cleaned when written; shown cleaned once more.
  content text not null,
  -- The beginning of the content, cleaned HTML too: lists need not carry the whole.
  preview text not null,
  -- A page of a book of the program; both or none.
  book_id uuid references books,
  page_number integer,
  -- Counts up with each change, so that two who edit at once do not lose each other's text.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((book_id is null) = (page_number is null))
);
create index topics_newest on topics (program_id, created_at desc, id);

create table comments (
  id uuid primary key,
  topic_id uuid not null references topics on delete cascade,
  owner_id uuid not null references users,
  -- Plain text.
  content text not null,
  book_id uuid references books,
  page_number integer,
  created_at timestamptz not null,
  -- Out of the students' sight; who did it and why stands in the audit log as well.
  hidden_at timestamptz,
  hidden_by uuid references users,
  hidden_reason text,
  check ((book_id is null) = (page_number is null)),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index comments_topic on comments (topic_id, created_at, id);
-- "In which topics did I take part?", for the digest.
create index comments_owner on comments (owner_id, topic_id);
create index topics_owner on topics (owner_id);

-- Up to when a person was told of new comments by mail.
create table discussion_digests (
  user_id uuid primary key references users,
  told_until timestamptz not null
);
