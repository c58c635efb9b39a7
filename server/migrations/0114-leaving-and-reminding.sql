comment on table institution_removed_members is
  'Who left, or was put out by a manager or the staff: neither the mail domain nor a seat of before brings them back at the next sign-in. Gone when they are invited again.';
comment on table institution_removed_addresses is
  'Whose account was deleted after they had left or had been put out: a new account with the address is out as well, until it is invited.';

alter table one_time_tokens add column invited_to uuid;
comment on column one_time_tokens.invited_to is
  'Of an invitation: the program or institution whose place waited for its owner. Without that place it was withdrawn. Null = an account alone, or from before this was kept.';
