-- Members can be removed together, and put back for a day as they were.
alter table institution_removed_members add column removal_id uuid;
alter table institution_removed_members add column joined_at timestamptz;
alter table institution_removed_members add column last_active_at timestamptz;
create index institution_removed_members_removal on institution_removed_members (institution_id, removal_id)
  where removal_id is not null;
comment on column institution_removed_members.removal_id is
  'Made by the browser: one act of a manager, which can be undone for a day. Null = left, or was put out by another way.';
comment on column institution_removed_members.joined_at is 'Of a removal that can be undone: as it was in institution_members.';
comment on column institution_removed_members.last_active_at is 'Of a removal that can be undone: as it was in institution_members.';
