-- What every feature stands on: text search by similarity and without accents, and the queue of jobs.
-- All SQL here is that of PostgreSQL 15, without triggers, LISTEN and advisory locks, so that managed and
-- compatible servers can hold the data.

-- Similar words (a typing error in a title) and "contains" with an index.
create extension if not exists pg_trgm;
-- Finds "Ménière" for "meniere".
create extension if not exists unaccent;

-- unaccent() itself depends on a configurable dictionary and therefore is not immutable, which an index
-- demands. Naming the dictionary and the schema makes the result depend on the argument alone.
create function plain_text(value text) returns text
  language sql immutable parallel safe strict
  return public.unaccent('public.unaccent'::regdictionary, lower(value));
comment on function plain_text is 'Lower case without accents: the form in which names and titles are compared and indexed.';

create table jobs (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z0-9.-]{1,80}$'),
  payload jsonb not null,
  run_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null check (max_attempts > 0),
  locked_until timestamptz,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz,
  dedupe_key text,
  created_at timestamptz not null default now(),
  constraint jobs_dedupe_key unique (dedupe_key),
  constraint jobs_ends_once check (done_at is null or dead_at is null)
);
comment on table jobs is
  'Outbox: work that leaves the transaction (mail, payment calls, imports), enqueued within the transaction that needs it, so that it happens exactly if that commits. Run at least once: handlers bear a repetition.';
comment on column jobs.payload is 'Ids and plain facts. Never tokens, passwords, card numbers or answer keys: rows are kept and shown to operators.';
comment on column jobs.run_at is 'Not before, by the clock of the product (which the demo can move).';
comment on column jobs.attempts is 'Counted when a worker takes the job, and only ever up: it also tells a worker whether the lease is still its own.';
comment on column jobs.locked_until is 'Lease of the worker that runs it, by the clock of the database server; past = that worker has died.';
comment on column jobs.dead_at is 'Failed max_attempts times, or for good. Kept until an operator retries or deletes it.';
comment on column jobs.dedupe_key is 'The same key is enqueued once, for as long as the row is kept.';

-- The workers ask for what is due several times a second; finished rows must not slow that down.
create index jobs_due on jobs (run_at, id) where done_at is null and dead_at is null;
-- Finished rows are removed by age.
create index jobs_done on jobs (done_at) where done_at is not null;
-- Operators look at the dead ones.
create index jobs_dead on jobs (dead_at) where dead_at is not null;
