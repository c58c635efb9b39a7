-- People, their sessions, and the institutions that give their staff access.

create table countries (
  id uuid primary key,
  code text not null unique, -- ISO 3166-1 alpha-2
  name text not null,
  name_ar text not null
);

-- The specification's "job": a reader's profession. It decides which certificates may be claimed.
create table professions (
  id uuid primary key,
  key text not null unique,
  name text not null,
  name_ar text not null,
  -- AMA PRA credit is for physicians only; everyone else gets hours of participation.
  may_claim_credit boolean not null default false,
  position integer not null
);

create table users (
  id uuid primary key,
  role text not null check (role in ('customer', 'author', 'editor', 'program_director', 'staff')),
  email text not null,
  -- Argon2id; null for those who only ever sign in with Google, and for the invited who have not set one yet.
  password_hash text,
  google_subject text unique,
  email_verified_at timestamptz,
  first_name text not null,
  second_name text not null,
  phone text,
  institution text,
  country_id uuid references countries,
  city text,
  profession_id uuid references professions,
  image_key text,
  is_beta boolean not null default false,
  language text not null default 'en',
  time_zone text not null default 'UTC',
  terms_accepted_at timestamptz,
  -- Off by choice: the mail digest of answers in discussions.
  wants_digest boolean not null default true,
  created_at timestamptz not null,
  -- Deleted accounts keep their row without name and address, because certificates must stay checkable.
  deleted_at timestamptz
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_name on users (lower(first_name || ' ' || second_name) collate "C", id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  -- SHA-256 of the bearer token; the token itself is never stored.
  token_hash bytea not null unique,
  device_id text,
  device_name text,
  fcm_token text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Single use: taken by DELETE .. RETURNING.
create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'invitation')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);

-- Who changed what, when: roles, access, prices, answer keys, grades, refunds. Written in the transaction that does it.
create table audit_log (
  id uuid primary key,
  actor_id uuid references users,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null
);
create index audit_log_subject on audit_log (subject_type, subject_id, created_at);
create index audit_log_time on audit_log (created_at, id);

create table institutions (
  id uuid primary key,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- null = no limit
  seats integer check (seats > 0),
  created_at timestamptz not null
);
-- A verified address in one of these domains makes its owner a member.
create table institution_domains (
  domain text primary key,
  institution_id uuid not null references institutions
);
create table institution_members (
  institution_id uuid not null references institutions,
  user_id uuid not null references users,
  is_manager boolean not null default false,
  joined_at timestamptz not null,
  last_active_at timestamptz,
  primary key (institution_id, user_id)
);
create index institution_members_user on institution_members (user_id);

-- Devices from which somebody signed in rightly. Guessing at an account from elsewhere slows down strangers, and
-- these devices not: whoever hammers at an address cannot lock its owner out.
create table known_devices (
  user_id uuid not null references users,
  -- SHA-256 of the device id that the browser keeps
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Attempts that are counted (sign-in, reset, contact ...), shared by all processes. Keys are hashed: no address
-- can be read here. A row may be deleted at any time; then counting begins again.
create table throttles (
  key bytea primary key,
  hits integer not null,
  -- Further attempts are refused before this time ...
  blocked_until timestamptz not null,
  -- ... and everything is forgotten at this one.
  forget_at timestamptz not null
);
create index throttles_forget on throttles (forget_at);

-- Nonces of ID tokens that were used: an ID token signs in once.
create table used_nonces (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);

-- Mail that would have been sent, where no mail server is configured: the demo reads it at /dev/mails.
create table kept_mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null
);
create index kept_mails_time on kept_mails (created_at);

-- Letters through the contact form. Kept, so that none is lost when a mail server is down.
create table support_messages (
  id uuid primary key,
  user_id uuid references users,
  email text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index support_messages_time on support_messages (created_at);
