-- What happened to the files of a work: its history lists it, and a removal is a step that can be undone.

create table work_file_events (
  work_id uuid not null references works on delete cascade,
  -- Of a removal: as file_removals.id.
  id uuid not null,
  seq bigint generated always as identity,
  kind text not null check (kind in ('added', 'removed', 'restored')),
  path text not null,
  files integer not null check (files > 0),
  version integer not null,
  undoes uuid,
  user_id uuid references users on delete set null,
  made_at timestamptz not null,
  primary key (work_id, id)
);
create index work_file_events_user on work_file_events (user_id);
comment on table work_file_events is
  'Files that were added to a work, removed, or put back: a part of its history that changes no version of the working copy.';
comment on column work_file_events.path is 'A file or a folder. Of images of a study the folder: the name of one may name the patient.';
comment on column work_file_events.version is 'Of the working copy at that time: the place in the history.';
comment on column work_file_events.undoes is 'The event that it took back.';
comment on column work_file_events.seq is 'The order of events of one version.';

insert into work_file_events (work_id, id, kind, path, files, version, user_id, made_at)
  select work_id, gen_random_uuid(), 'added', path, files, coalesce((select max(o.version) from work_operations o
      where o.work_id = e.work_id and o.made_at <= e.made_at), 0), user_id, made_at
  from (
    select f.work_id, case when a.media_type in ('application/dicom', 'application/zip')
        then regexp_replace(f.path, '/[^/]*$', '') else f.path end as path,
      count(*)::integer as files, f.added_by as user_id, max(f.added_at) as made_at
    from work_files f join assets a on a.hash = f.asset_hash where f.added_by is not null
    group by 1, 2, f.added_by, case when a.media_type in ('application/dicom', 'application/zip') then '' else f.path end
  ) e order by made_at;

insert into work_file_events (work_id, id, kind, path, files, version, user_id, made_at)
  select work_id, id, 'removed', path, files, coalesce((select max(o.version) from work_operations o
      where o.work_id = e.work_id and o.made_at <= e.made_at), 0), user_id, made_at
  from (
    select f.work_id, f.removal_id as id, count(*)::integer as files, max(f.removed_at) as made_at,
      (array_agg(f.removed_by))[1] as user_id,
      case when count(*) > 1 or bool_or(a.media_type in ('application/dicom', 'application/zip'))
        then regexp_replace(min(f.path), '/[^/]*$', '') else min(f.path) end as path
    from removed_work_files f join assets a on a.hash = f.asset_hash group by f.work_id, f.removal_id
  ) e order by made_at;
