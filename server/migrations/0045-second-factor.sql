-- The second step of signing in: a secret shared with an authenticator (RFC 6238), and recovery codes for who lost it.
create table second_factors (
  user_id uuid primary key references users,
  -- AES-256-GCM under a key made from SECRET_KEY: who reads the database alone cannot make codes.
  sealed_secret bytea not null,
  -- Null while the first code has not been shown to us: nothing is asked for yet.
  turned_on_at timestamptz,
  -- The 30 seconds (counted from 1970) of the last code that was taken: no code works twice.
  last_step bigint not null default 0
);

-- Argon2id with one salt a person, so that one hash compares with all of them. Taken by DELETE.
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  salt bytea not null,
  primary key (user_id, code_hash)
);
