-- Authors and senior editors are asked to look at a book before readers see it.

create table work_reviews (
  id uuid primary key,
  work_id uuid not null references works on delete cascade,
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  note text not null default '' check (length(note) <= 2000),
  due_on date not null,
  ended_at timestamptz
);
create unique index work_reviews_open on work_reviews (work_id) where ended_at is null;
create index work_reviews_work on work_reviews (work_id);
create index work_reviews_asked_by on work_reviews (asked_by);
comment on table work_reviews is 'A review of a working copy. One at a time is open for each work.';
comment on column work_reviews.due_on is 'The day until when the reviewers are asked to answer.';
comment on column work_reviews.ended_at is 'When it was called off, or the working copy was published. Null: it is open.';

create table work_reviewers (
  review_id uuid not null references work_reviews on delete cascade,
  user_id uuid not null references users on delete cascade,
  asked_at timestamptz not null,
  looked_at timestamptz,
  primary key (review_id, user_id)
);
create index work_reviewers_user on work_reviewers (user_id);
comment on table work_reviewers is 'Who is asked in a review. Whoever is not on the book any more stays here, and is not shown.';
comment on column work_reviewers.looked_at is 'When they opened the preview last. Null: not since they were asked.';
