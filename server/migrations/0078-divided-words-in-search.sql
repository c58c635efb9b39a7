-- Words that a line divides with U+2010, as browsers and typesetting programs write it, were indexed as two words. The
-- pages that hold one are indexed anew by a job: folding a text is the server's work. Nothing of the pages changes.
insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key)
select gen_random_uuid(), 'publishing.index-divided-words', '{}', now(), 10, 'index divided words'
where exists (select 1 from books)
on conflict (dedupe_key) do nothing;
