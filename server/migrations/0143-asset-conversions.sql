-- Lectures that are converted for browsers: how far each one is.

create table asset_conversions (
  asset_hash text primary key references assets on delete cascade,
  -- waiting, reading, video, stream, poster.
  step text not null default 'waiting',
  made_seconds real not null default 0,
  total_seconds real not null default 0,
  canceled_at timestamptz,
  problem text,
  changed_at timestamptz not null
);
comment on table asset_conversions is 'Conversion of an uploaded video, once for each content. The result is the rendition "converted-video" of the asset.';
comment on column asset_conversions.made_seconds is 'Seconds of media made so far, over all sizes; of total_seconds.';
comment on column asset_conversions.canceled_at is 'Somebody called it off: the running job stops. Null again when it is asked for once more.';
comment on column asset_conversions.problem is 'Why this file cannot be converted, in words that complete its name. Null: nothing is known to be wrong.';
