-- A reviewer says what must change before the book is published, as another may approve it.
create table asked_changes (
  id uuid primary key,
  work_id uuid not null references works on delete cascade,
  user_id uuid not null references users on delete cascade,
  version integer not null,
  role text not null check (role in ('author', 'editor')),
  text text not null check (length(text) between 1 and 2000),
  asked_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('withdrawn', 'approved', 'replaced', 'published')),
  check ((ended_at is null) = (ended_by is null))
);
create unique index asked_changes_open on asked_changes (work_id, user_id) where ended_at is null;
create index asked_changes_work on asked_changes (work_id, asked_at);
create index asked_changes_user on asked_changes (user_id);
comment on table asked_changes is
  'What authors and editors of a work asked to be changed. One request of each user stands at a time. It stops no release: the number of approvals does.';
comment on column asked_changes.version is 'Of the working copy that the reviewer looked at.';
comment on column asked_changes.role is 'In which it was asked.';
comment on column asked_changes.ended_by is
  'By the reviewer (withdrawn, approved, or replaced by another request), or by a release of that version or a later one.';
