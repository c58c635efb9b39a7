-- What is made of an asset for one use, and what must not be collected while its maker is at work.

alter table assets add column claim uuid;
comment on column assets.claim is
  'Who stored it last. Work that fails takes back at once what is its own alone; the rest goes when nothing names it for a day.';

create table renditions (
  asset_hash text not null references assets,
  -- cover, portrait, sample, package, program, question, image, thumbnail, poster, video, captions, dicom-refuse, dicom-remove.
  purpose text not null,
  place text not null,
  storage_key text not null,
  facts jsonb not null,
  made_at timestamptz not null,
  unused_since timestamptz,
  claim uuid,
  primary key (asset_hash, purpose, place)
);
create index renditions_unused on renditions (unused_since) where unused_since is not null;
comment on table renditions is 'What was made of an asset for one use: a cover in all widths, a question''s picture, a checked slice.';
comment on column renditions.place is
  'What may be opened together: empty for public files, the work for question pictures, work and material for its files. A grant for one material never opens a file of another.';
comment on column renditions.storage_key is 'Of the file, or of the widest one of a cover. Named by the release that it was first made for.';
comment on column renditions.facts is 'What a release says about it without opening it: size, duration, position of a slice.';
comment on column renditions.unused_since is 'Since when nothing names it; null = something did at the last look.';
comment on column renditions.claim is 'As of assets.';

create table study_keys (
  work_id uuid not null,
  material_key text not null,
  uid_key text not null,
  primary key (work_id, material_key)
);
comment on table study_keys is
  'By what the UIDs of a study are made anew when its identifying attributes are removed: slices that are added later still belong to it.';
comment on column study_keys.uid_key is 'Random bytes in base64. Whoever has them can test a guessed UID.';
