-- Images and slices count as watched by what was shown of them. Marks that were given before stay.

alter table material_progress add column shown jsonb not null default '{}';
comment on column material_progress.shown is
  'Which images or slices were shown, over all visits: {series key: [number from 0, ..]}, in order. Images are one series, ''''. '
  'Empty for videos, and for what was marked before this was kept';
comment on column material_progress.watched_at is
  'Set once and kept. A video: when 90 percent of it was played; images: when each was shown; a study: when half of its slices were';
