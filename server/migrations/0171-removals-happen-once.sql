-- A removal that is sent again after its files were put back must not remove them again, so its id is kept.

create table file_removals (
  work_id uuid not null references works on delete cascade,
  id uuid not null,
  removed_at timestamptz not null,
  restored_at timestamptz,
  primary key (work_id, id)
);
comment on table file_removals is
  'Each removal of files from a work. It stays when the files are put back or collected: the same removal sent again is recognized.';
comment on column file_removals.id is 'As removed_work_files.removal_id. Chosen by the caller.';
comment on column file_removals.restored_at is 'When its files were put back. Putting them back again changes nothing.';

insert into file_removals (work_id, id, removed_at)
  select work_id, removal_id, min(removed_at) from removed_work_files group by work_id, removal_id;
