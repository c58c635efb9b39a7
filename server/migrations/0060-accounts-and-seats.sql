-- A session is opened in the moment after a password, a link or an identity was checked. What ends the sessions of an
-- account in between must win.
alter table users add column credentials_version integer not null default 1;
comment on column users.credentials_version is
  'Counts what replaces the credentials or ends the sessions of the account: reset, change of password or role, second factor, sign-out everywhere. A session is stored only if this is still what it was when the proof was read.';
