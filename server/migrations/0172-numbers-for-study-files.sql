-- Files of a study that was sorted on the desk were called by their number and the name that they came with, which may name
-- the patient. They keep the number. A folder of earlier releases holds a number twice where two studies mixed.

create temporary table study_file_names on commit drop as
  with files as (
    select work_id as book_id, path from work_files
    union select book_id, path from release_files
  ), sorted as (
    select book_id, path, regexp_replace(path, '-[^/]*$', '') as stem from files
    where path ~ '^dicom/[a-z0-9][a-z0-9-]*-[0-9]+/[0-9]{4}-[^/]*$'
  ), numbered as (
    select book_id, path, stem, row_number() over (partition by book_id, stem order by path) as place from sorted
  )
  select book_id, path, stem || case when place = 1 then '' else '-' || place end || '.dcm' as name from numbered;

update work_files f set path = n.name, original_name = regexp_replace(n.name, '^.*/', '')
  from study_file_names n where n.book_id = f.work_id and n.path = f.path
    and not exists (select 1 from work_files o where o.work_id = f.work_id and o.path = n.name);
update release_files f set path = n.name
  from study_file_names n where n.book_id = f.book_id and n.path = f.path
    and not exists (select 1 from release_files o
      where o.book_id = f.book_id and o.revision = f.revision and o.path = n.name);

-- The same content that was removed twice under one number is put back once.
delete from removed_work_files f using removed_work_files o
  where o.work_id = f.work_id and o.asset_hash = f.asset_hash and o.path < f.path
    and f.path ~ '^dicom/[a-z0-9][a-z0-9-]*-[0-9]+/[0-9]{4}-[^/]*$'
    and regexp_replace(o.path, '-[^/]*$', '') = regexp_replace(f.path, '-[^/]*$', '');
update removed_work_files set path = regexp_replace(path, '-[^/]*$', '.dcm'),
    original_name = regexp_replace(regexp_replace(path, '-[^/]*$', '.dcm'), '^.*/', '')
  where path ~ '^dicom/[a-z0-9][a-z0-9-]*-[0-9]+/[0-9]{4}-[^/]*$';

-- What was left out, and why nothing could be made of an archive, names files too.
update work_studies set left_out = '[]' where state = 'sorted' or dismissed_at is not null;
update work_studies set problem = 'The archive could not be unpacked.' where problem like 'The archive %';
update resumable_uploads set name = id::text where media_type = 'application/dicom' and state = 'finished';
