-- A removal whose answer was lost may be sent again after somebody has undone it: it must not remove anybody then.
create table people_removals_undone (
  group_id uuid not null,
  removal_id uuid not null,
  undone_at timestamptz not null,
  restored integer not null check (restored >= 0),
  primary key (group_id, removal_id)
);
comment on table people_removals_undone is
  'Removals of people from a program or an institution that were undone, for a month: the same request sent again removes nobody, the same undo answers as before.';
comment on column people_removals_undone.group_id is 'A program or an institution.';
comment on column people_removals_undone.restored is 'How many came back.';
create index people_removals_undone_at on people_removals_undone (undone_at);
