alter table institution_freed_seats
  add column import_id uuid references people_imports deferrable initially deferred,
  add column joined_at timestamptz,
  add column last_active_at timestamptz;
create index institution_freed_seats_import on institution_freed_seats (import_id) where import_id is not null;
comment on column institution_freed_seats.import_id is
  'The import whose people needed the seat: its undo gives the seat back, if one is free. Null = another way.';
comment on column institution_freed_seats.joined_at is
  'Of the membership that held the seat. Null = freed before this was kept.';
comment on column institution_freed_seats.last_active_at is
  'When its holder last read. Null = never, or freed before this was kept.';

create table institution_named_members (
  institution_id uuid not null references institutions on delete cascade,
  import_id uuid not null,
  user_id uuid not null references users on delete cascade,
  named_at timestamptz not null,
  primary key (institution_id, import_id, user_id)
);
comment on table institution_named_members is
  'Members whom the list of an import names: no part of the import takes their seats. Gone after a day.';
comment on column institution_named_members.import_id is
  'As the caller chose it. It names no row while the list is only tried.';

alter table institutions add column version integer not null default 1;
comment on column institutions.version is
  'Counts what the staff store: who stores an older one is refused.';
