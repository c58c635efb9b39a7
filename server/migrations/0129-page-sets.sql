-- The prepared pages of a PDF. Files stand at books/{work_id}/{number}/pages/{0001}/, the form of all addresses so far.

create table page_sets (
  work_id uuid not null,
  number integer not null check (number > 0),
  asset_hash text references assets,
  page_count integer,
  labels jsonb not null default '[]',
  outline jsonb not null default '[]',
  runs jsonb,
  begun_at timestamptz not null,
  prepared_at timestamptz,
  unused_since timestamptz,
  claim uuid,
  primary key (work_id, number)
);
create unique index page_sets_asset on page_sets (work_id, asset_hash);
comment on table page_sets is
  'One PDF of a work, prepared once. It stores only pages that no earlier set of the work has; its runs say where each page is.';
comment on column page_sets.number is 'From the same count as releases.revision of the work: an address names a set or a release, never two things.';
comment on column page_sets.asset_hash is 'The PDF; null until a set made before PDFs were assets is taken over.';
comment on column page_sets.labels is 'Printed page numbers as the PDF gives them.';
comment on column page_sets.runs is
  'Pages first to last of the PDF are the pages from `from` on of a set: [{first, last, set, from}]. Null while it is being prepared.';
comment on column page_sets.unused_since is 'As of renditions.';
comment on column page_sets.claim is 'As of assets.';

create table pdf_pages (
  work_id uuid not null,
  number integer not null,
  page integer not null,
  width real not null,
  height real not null,
  text text not null,
  content_hash text,
  missing_fonts jsonb not null default '[]',
  stored boolean not null,
  primary key (work_id, number, page),
  foreign key (work_id, number) references page_sets on delete cascade
);
comment on table pdf_pages is 'A page of a prepared PDF: what a release needs to know of it without opening the PDF.';
comment on column pdf_pages.content_hash is
  'Of its pixels at single size, its words and its tags: pages that agree are stored once. Null for pages prepared before.';
comment on column pdf_pages.stored is 'False: the files stand in an earlier set.';
