-- Videos that are not converted kept their metadata (place and time of a recording, names), and compressed images of studies
-- kept bits above their values. A job for each file writes readers' copies again.
comment on column renditions.cleaning_version is
  'Of readers'' copies of DICOM files and of videos that are not converted: of the program that wrote it. Copies of an older one
are written again.';

insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts)
select gen_random_uuid(), 'publishing.clean-copies', jsonb_build_object('asset', hash), 'clean-copies:' || hash, now(), 12
from (select distinct asset_hash as hash from renditions where purpose like 'dicom-%' or purpose = 'video') as files
on conflict (dedupe_key) do nothing;
