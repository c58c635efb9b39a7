-- Whoever was taken out of a program by a slip comes back as before, for a day.
create table program_removed_students (
  program_id uuid not null references programs,
  removal_id uuid not null,
  user_id uuid not null references users,
  joined_at timestamptz not null,
  import_id uuid references people_imports,
  removed_at timestamptz not null,
  primary key (program_id, removal_id, user_id)
);
create index program_removed_students_user on program_removed_students (user_id);
create index program_removed_students_import on program_removed_students (import_id) where import_id is not null;
comment on table program_removed_students is
  'Students whom a director removed in the last day, as they were in the program. Undoing a removal moves its rows back; the next removal deletes those that are older than a day.';
comment on column program_removed_students.removal_id is 'Made by the browser: one act, however often it is sent.';

-- The log is searched by who did it, and by what it was done to without its type.
create index audit_log_actor on audit_log (actor_id, created_at) where actor_id is not null;
create index audit_log_subject_id on audit_log (subject_id, created_at);
drop index audit_log_subject;

-- One name for one act.
update audit_log set action = 'program.undo-import' where action = 'programs.undo-import';
