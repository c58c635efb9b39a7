-- A director sees what a student does from joining on; what was there before is shown when the student says so.
alter table program_students add column results_from timestamptz not null default '-infinity';
alter table program_removed_students add column results_from timestamptz not null default '-infinity';
comment on column program_students.results_from is
  'Directors see progress and results from this moment on: when the student joined. -infinity = all of them, as the student chose, or because the student joined before there was a choice.';
comment on column program_removed_students.results_from is 'As it was in program_students.';
