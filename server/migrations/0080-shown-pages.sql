-- Pages shown, 64 a row: keeping a place in a book of two thousand pages rewrites 64 times and not two thousand.
create table shown_pages (
  user_id uuid not null references users,
  book_id uuid not null references books,
  part integer not null,
  shown_at integer[] not null,
  number_shown integer not null generated always as (cardinality(array_remove(shown_at, null))) stored,
  primary key (user_id, book_id, part)
);
comment on table shown_pages is 'Which pages a reader has been shown, and when last: what opens a post-test and completes a book.';
comment on column shown_pages.part is 'Counts from 0: pages 1 to 64, 65 to 128, ...';
comment on column shown_pages.shown_at is
  'The subscript is the place within the part, from 1: when the page was last shown for two seconds or more (shown_time). Null or outside the bounds = never.';
comment on column shown_pages.number_shown is 'How many pages of the part were shown.';

insert into shown_pages (user_id, book_id, part, shown_at)
select user_id, book_id, part, shown_at
from (
  select g.user_id, g.book_id, part,
    merge_shown('{}', array(select g.shown_at[part * 64 + place] from generate_series(1, 64) as place order by place)) as shown_at
  from book_progress g cross join lateral generate_series(0, (array_upper(g.shown_at, 1) - 1) / 64) as part
) of_progress
where shown_at <> '{}';
alter table book_progress drop column shown_at;
comment on function shown_time is 'Seconds since 2020-01-01: a time of shown_pages.shown_at, in four bytes.';
