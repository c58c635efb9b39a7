-- The preview of a work: a hidden book, made from the working copy by the code that makes releases.

alter table books add column preview_of uuid;
create unique index books_preview_of on books (preview_of) where preview_of is not null;
alter table books add constraint books_preview_hidden check (preview_of is null or published_at is null);
comment on column books.preview_of is
  'The work that this hidden book is the preview of. It is never published: only a preview of the work opens it, and no list has it. No reference: a book does not hang on the account that began a work. Null: a book.';

create table work_previews (
  work_id uuid primary key references works on delete cascade,
  book_id uuid not null unique,
  state text not null check (state in ('making', 'ready', 'refused')),
  asked_at timestamptz not null,
  made_version integer,
  made_at timestamptz,
  refused_because jsonb,
  used_at timestamptz not null
);
create index work_previews_used on work_previews (used_at);
comment on table work_previews is 'The last preview of a work. It goes, with its hidden book, when nobody has used it for a day.';
comment on column work_previews.book_id is 'Of the hidden book; it keeps its id from one preview to the next.';
comment on column work_previews.made_version is 'The version of the working copy that the hidden book shows. Null: it is not there yet.';
comment on column work_previews.refused_because is
  'Why the last one could not be made: [{kind, path, file, text}], as in the check list.';
comment on column work_previews.used_at is 'When it was asked for or opened last.';
