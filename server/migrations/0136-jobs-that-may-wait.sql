-- Letters to many wait behind what somebody waits for, also behind what is tried again or was put off until now.
alter table jobs add column may_wait boolean not null default false;
comment on column jobs.may_wait is 'Done when nothing else is due: one of many letters.';
update jobs set may_wait = true, run_at = '-infinity'
where done_at is null and dead_at is null and run_at = '0001-01-01T00:00:00Z';
drop index jobs_due;
create index jobs_due on jobs (run_at, id) where done_at is null and dead_at is null and not may_wait;
create index jobs_due_later on jobs (run_at, id) where done_at is null and dead_at is null and may_wait;
comment on index jobs_due is 'The workers ask for what is due several times a second; finished rows must not slow that down.';
