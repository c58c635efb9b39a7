-- Lectures, images and DICOM studies ("supplementary materials"), linked to the page they belong to.

create table materials (
  id uuid primary key,
  book_id uuid not null references books,
  key text not null,
  page integer not null,
  position integer not null,
  -- 0 video, 1 image, 2 DICOM: the specification's media type ids
  type smallint not null check (type in (0, 1, 2)),
  title text not null,
  description text not null default '',
  diagnosis text not null default '',
  speaker text,
  duration_seconds real,
  -- Files by their storage keys, below books/{bookId}/{revision}/materials/{key}/.
  -- video: {file, width, height, poster, captions: [{language, file}], marks: [{at_seconds, title, page}]}
  -- image: {images: [{file, thumbnail, width, height, caption, alt}]}
  -- DICOM: {poster, series: [{key, title, files: [key, ..], modality, rows, columns, frames, report}]},
  --   the files in the order in which they are shown: by place along the normal of the slices.
  -- The shapes are written out in features/lectures/material-content.ts.
  content jsonb not null,
  -- No longer in the folder at the last import; kept, because readers watched it.
  retired_at timestamptz,
  unique (book_id, key)
);
create index materials_page on materials (book_id, page, position) where retired_at is null;

create table material_progress (
  user_id uuid not null references users,
  material_id uuid not null references materials,
  book_id uuid not null references books,
  -- Set once and kept. A video: when 90 percent of it had really been played.
  watched_at timestamptz,
  -- Where the video was left, and which parts were really played: [[from, to], ..] in seconds, merged, in order.
  position_seconds real not null default 0,
  played jsonb not null default '[]',
  -- The last report that was believed: the next one may bring as much as the clock has allowed since.
  updated_at timestamptz not null,
  primary key (user_id, material_id)
);
create index material_progress_book on material_progress (user_id, book_id);
