-- A deletion whose answer was lost is answered by the next request: the account is deleted, not merely signed out.
create table deleted_account_sessions (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index deleted_account_sessions_expires on deleted_account_sessions (expires_at);
comment on table deleted_account_sessions is
  'Sessions that ended with the deletion of their account, until they would have expired. Nothing tells whose they were.';
comment on column deleted_account_sessions.token_hash is 'SHA-256 of the bearer token.';
