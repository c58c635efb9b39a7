-- Copies of DICOM files that earlier versions wrote may hold what is no longer published: attributes of any kind, bits beside the
-- pixels' values, bytes behind them, EXIF. A job for each file writes its copies again, and looks at the file again.
alter table renditions add column cleaning_version smallint not null default 1;
comment on column renditions.cleaning_version is
  'Of readers'' copies of DICOM files: of the program that wrote it. Copies of an older one are written again.';

insert into jobs (id, kind, payload, dedupe_key, run_at, max_attempts)
select gen_random_uuid(), 'publishing.clean-copies', jsonb_build_object('asset', hash), 'clean-copies:' || hash, now(), 12
from (select asset_hash as hash from renditions where purpose like 'dicom-%'
  union select asset_hash from asset_checks where kind like 'dicom-%') as files;
