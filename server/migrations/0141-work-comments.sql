-- What the people of a work say of its pages before readers see them.

create table work_comments (
  id uuid primary key,
  work_id uuid not null references works on delete cascade,
  answers uuid references work_comments on delete cascade,
  user_id uuid references users on delete set null,
  page_set text,
  page_of_set integer,
  text text not null check (text <> '' and length(text) <= 4000),
  made_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references users on delete set null,
  check ((answers is null) = (page_set is not null) and (page_set is null) = (page_of_set is null)),
  check (answers is null or settled_at is null)
);
create index work_comments_work on work_comments (work_id, made_at);
create index work_comments_answers on work_comments (answers);
create index work_comments_user on work_comments (user_id);
create index work_comments_settled_by on work_comments (settled_by);
comment on table work_comments is 'A comment on a page of a work, or an answer to one.';
comment on column work_comments.answers is 'The comment that it answers; null: it is about a page.';
comment on column work_comments.page_set is
  'The page as it is stored, told by its content: a comment goes with its page when others are inserted or the PDF is replaced.';
