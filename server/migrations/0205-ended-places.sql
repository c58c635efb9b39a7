-- A change of role ends the places of a reader in programs; a person who is a reader again soon gets them back as they were.
create table program_ended_places (
  program_id uuid not null references programs,
  user_id uuid not null references users,
  joined_at timestamptz not null,
  results_from timestamptz not null,
  import_id uuid references people_imports,
  reminded_at timestamptz,
  ended_at timestamptz not null,
  primary key (program_id, user_id)
);
create index program_ended_places_user on program_ended_places (user_id);
create index program_ended_places_import on program_ended_places (import_id) where import_id is not null;
comment on table program_ended_places is
  'Places of students that a change of role ended, as they were in program_students. They move back when the user becomes a reader again within 30 days; the next change of role deletes older ones.';
comment on column program_ended_places.results_from is 'As it was in program_students.';
comment on column program_ended_places.reminded_at is 'As it was in program_students.';
