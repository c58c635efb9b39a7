-- A weekly letter to readers who choose it: what is due, where they were, what they did.
alter table users add column wants_weekly boolean not null default false;
comment on column users.wants_weekly is 'On by choice: the weekly letter with due reviews and begun books.';

-- "Whose Monday morning is it?" is asked every hour, one time zone after the other.
create index users_weekly on users (time_zone, id)
  where wants_weekly and role = 'customer' and email_verified_at is not null and deleted_at is null;
