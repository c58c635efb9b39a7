-- Lectures, images and studies are results of the search. Their texts are numbered like pages: titles, which everybody
-- may see, in a part of their own, so that a search by somebody without access never reads the others.

alter table search_books drop constraint search_books_part_check;
alter table search_books add constraint search_books_part_check check (part between 0 and 3) not valid;
alter table search_postings drop constraint search_postings_part_check;
alter table search_postings add constraint search_postings_part_check check (part between 0 and 3) not valid;
comment on column search_books.part is '0: the pages of the preview; 1: all others; 2: titles of materials; 3: other texts of materials.';
comment on column search_books.first_page is 'Of parts 2 and 3: the first number of search_pieces.';
comment on column search_books.lengths is 'Words of each page or piece from first_page on, without those that every text has.';
comment on column search_postings.postings is 'Page (or number of a piece) and weight in turn. The weight is twice the number of times, and more for words of headings.';

create table search_pieces (
  book_id uuid not null references books on delete cascade,
  number integer not null,
  material_id uuid not null references materials on delete cascade,
  source text not null check (source in ('title', 'description', 'part', 'spoken', 'image', 'series')),
  text text not null,
  offsets integer[] not null default '{}',
  seconds real[] not null default '{}',
  primary key (book_id, number)
);
create index search_pieces_material on search_pieces (material_id);
comment on table search_pieces is 'Texts of lectures, images and studies that are searched.';
comment on column search_pieces.source is 'part: the title of a part of a lecture; spoken: captions or a description of what is seen; image: the caption of an image.';
comment on column search_pieces.offsets is 'Where in the text each moment of a lecture begins.';
comment on column search_pieces.seconds is 'The moments, in the order of offsets.';

-- What is published is indexed by a job, a book at a time; until then its lectures are not found.
insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key)
select gen_random_uuid(), 'publishing.index-materials', '{}', now(), 10, 'index materials'
where exists (select 1 from materials)
on conflict (dedupe_key) do nothing;
