-- A release that was to be published and was not says why.

alter table releases add column refused_because jsonb;
comment on column releases.refused_because is
  'Why a release that was frozen could not be published: [{kind, path, file, text}], as in the check list. Null: it waits, or was published.';
