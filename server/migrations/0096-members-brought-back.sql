-- An import can be undone for a day: it gives back the marks that it took from those whom it brought back.
alter table institution_members add column removed_before timestamptz;
alter table institution_members add column freed_before timestamptz;
comment on column institution_members.removed_before is
  'When the member had been put out, before this membership. Null = was not. Undoing the import puts them out again.';
comment on column institution_members.freed_before is
  'When the seat had been freed, before this membership. Null = was not. Undoing the import makes them one who may come back.';
