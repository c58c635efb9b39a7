-- Videos that are not converted kept their metadata (place and time of a recording, names), and compressed images of studies
-- kept bits above their values. A job for each file writes readers' copies again.
comment on column renditions.cleaning_version is
  'Of readers'' copies of DICOM files and of videos that are not converted: of the program that wrote it. Copies of an older one
are written again.';

insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts)
select gen_random_uuid(), 'publishing.clean-copies', jsonb_build_object('asset', hash), 'clean-copies:' || hash, now(), 12
from (select distinct asset_hash as hash from renditions where purpose like 'dicom-%' or purpose = 'video') as files
-- Those of an earlier upgrade are done, and run once more.
on conflict (dedupe_key) do update set run_at = excluded.run_at, done_at = null, dead_at = null, last_error = null,
  max_attempts = jobs.attempts + excluded.max_attempts
where jobs.done_at is not null or jobs.dead_at is not null;
