-- An upload address is good for one file, in whichever process the bytes arrive.
create table upload_claims (
  name text primary key,
  expires_at timestamptz not null
);
comment on table upload_claims is
  'Upload addresses that bytes were sent to. The insert is the claim: whoever sends to a claimed address gets the stored picture or an error, and nothing is read or decoded again.';
comment on column upload_claims.name is 'Of the file, as in the signed address: a time and random characters.';
comment on column upload_claims.expires_at is 'When the address itself expires; afterwards the row is deleted by later claims.';
create index upload_claims_expires_at on upload_claims (expires_at);

-- Errors of mail servers quote the recipient. New errors are stored without; these are from before.
update jobs
set last_error = regexp_replace(
  last_error,
  '("[^"\n]{1,64}"|[^][[:space:]<>():;,"\\/@]+)(@|%40)(\[[^][:space:]]{1,80}\]|[[:alnum:]_.-]+)',
  '[address]',
  'gi')
where last_error ~ '@|%40';
comment on column jobs.last_error is 'Why the last attempt failed, with its codes and without mail addresses: staff see it.';
