-- DICOM studies that are dropped on the desk: sorted by a job, and decided about by a person before a release has them.

create table work_studies (
  id uuid primary key,
  work_id uuid not null references works on delete cascade,
  folder text not null,
  page integer not null check (page >= 1),
  title text not null,
  state text not null default 'sorting' check (state in ('sorting', 'sorted', 'failed')),
  problem text,
  material_key text,
  left_out jsonb not null default '[]',
  added_by uuid references users on delete set null,
  added_at timestamptz not null,
  changed_at timestamptz not null,
  dismissed_at timestamptz,
  unique (work_id, folder)
);
create index work_studies_added_by on work_studies (added_by);
comment on table work_studies is
  'What was dropped as a study: its files are in a folder of the work, and a job makes a material of them.';
comment on column work_studies.problem is 'Why it failed, as a sentence; null where it is not the fault of the files.';
comment on column work_studies.left_out is 'Files that are no images of the study: [{"file": name, "reason": text}].';

create table study_decisions (
  work_id uuid not null references works on delete cascade,
  fingerprint text not null,
  material_key text not null,
  kept jsonb not null,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null,
  primary key (work_id, fingerprint)
);
create index study_decisions_decided_by on study_decisions (decided_by);
comment on table study_decisions is
  'A person has read what a study tells of its patient, and decided. Another file, or another attribute that is kept, is another fingerprint.';
comment on column study_decisions.fingerprint is
  'SHA-256 of the files of all series, of what happens to identifying attributes, and of those that are kept.';
comment on column study_decisions.kept is 'Attributes that stay: [{"attribute": keyword, "reason": text}].';
