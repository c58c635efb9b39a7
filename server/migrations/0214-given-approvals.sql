-- An approval that was given again after files were swapped replaced the one before. What was approved, by whom and when, stays.
create table given_approvals (
  id uuid primary key,
  work_id uuid not null references works on delete cascade,
  user_id uuid not null references users on delete cascade,
  version integer not null,
  role text not null check (role in ('author', 'editor')),
  given_at timestamptz not null,
  files jsonb,
  withdrawn_at timestamptz
);
create index given_approvals_work on given_approvals (work_id, given_at);
create index given_approvals_user on given_approvals (user_id);
comment on table given_approvals is
  'Every approval of a working copy that was ever given. work_approvals has the last one of each user and version.';
comment on column given_approvals.role is 'In which it was given.';
comment on column given_approvals.files is
  'The files that the version named then: the hash of each by its path. Null for approvals from before this was stored.';
comment on column given_approvals.withdrawn_at is 'When the giver took it back.';

insert into given_approvals (id, work_id, user_id, version, role, given_at)
select gen_random_uuid(), work_id, user_id, version, role, given_at from work_approvals;
