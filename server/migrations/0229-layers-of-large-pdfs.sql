-- The layers of a PDF with very many objects took more memory than they may: the texts and drawings of such a PDF failed for good.
update jobs set run_at = now(), dead_at = null, last_error = null, max_attempts = attempts + 12
where kind in ('publishing.read-texts-again', 'publishing.prepare-sharp-pages') and dead_at is not null;
