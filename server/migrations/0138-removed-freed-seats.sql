-- What the undo of a removal needs to lose nothing, also of those whose seat had been freed.
alter table institution_removed_members
  add column import_id uuid references people_imports,
  add column removed_before timestamptz,
  add column freed_before timestamptz,
  add column freed_at timestamptz;
create index institution_removed_members_import on institution_removed_members (import_id) where import_id is not null;
comment on column institution_removed_members.joined_at is
  'As it was in institution_members or institution_freed_seats. Null = from before this was kept.';
comment on column institution_removed_members.last_active_at is
  'As it was in institution_members or institution_freed_seats. Null = had read nothing, or from before this was kept.';
comment on column institution_removed_members.import_id is
  'As it was in institution_members, or in institution_freed_seats where freed_at is set.';
comment on column institution_removed_members.removed_before is 'As it was in institution_members.';
comment on column institution_removed_members.freed_before is 'As it was in institution_members.';
comment on column institution_removed_members.freed_at is
  'As it was in institution_freed_seats: the person held no seat, and the undo gives none. Null = held one.';
