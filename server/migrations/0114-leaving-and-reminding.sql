comment on table institution_removed_members is
  'Who left, or was put out by a manager or the staff: neither the mail domain nor a seat of before brings them back at the next sign-in. Gone when they are invited again.';
comment on table institution_removed_addresses is
  'Whose account was deleted after they had left or had been put out: a new account with the address is out as well, until it is invited.';

alter table one_time_tokens add column invited_to uuid;
comment on column one_time_tokens.invited_to is
  'Of an invitation: the program or institution whose place waited for its owner. Without that place it was withdrawn. Null = an account alone, or from before this was kept.';

alter table program_students add column reminded_at timestamptz;
comment on column program_students.reminded_at is
  'When a director last had the student reminded of tasks whose day is over: once a day at most.';
alter table program_removed_students add column reminded_at timestamptz;
comment on column program_removed_students.reminded_at is 'As it was in program_students.';
