-- Authors and senior editors approve a working copy; staff say how many approvals a publisher's releases need.

create table work_approvals (
  work_id uuid not null references works on delete cascade,
  user_id uuid not null references users on delete cascade,
  version integer not null,
  role text not null check (role in ('author', 'editor')),
  given_at timestamptz not null,
  primary key (work_id, user_id, version)
);
create index work_approvals_user on work_approvals (user_id);
comment on table work_approvals is
  'Who approved which version of a working copy. It counts for that version alone, and while the user is an author or editor of the book and no producer of it.';
comment on column work_approvals.role is 'In which it was given.';

alter table publishers add column required_approvals integer not null default 0
  check (required_approvals between 0 and 20);
comment on column publishers.required_approvals is
  'How many authors and editors have to approve a version before a release of it is published. Staff set it.';
