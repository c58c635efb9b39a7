-- Words with a hyphen ("long-term") are found as one word, too, and words that a line's end joined ("longterm") with the
-- hyphen. The pages that hold a hyphen are indexed anew by a job: folding a text is the server's work. Nothing of the
-- pages changes.
insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key)
select gen_random_uuid(), 'publishing.index-divided-words', '{}', now(), 10, 'index compounds'
where exists (select 1 from books)
on conflict (dedupe_key) do nothing;
