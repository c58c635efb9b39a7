-- Whether a chapter was read is asked for ten thousand students and every chapter task at once: counting page by page took
-- seconds. It is kept by the database itself, so that no writer of shown_pages can forget it.
create function chapter_read_at(reader uuid, book uuid, first_page integer, last_page integer)
returns setof integer language sql stable parallel safe as $$
  select at
  from shown_pages s cross join lateral unnest(s.shown_at[$3 - s.part * 64 : $4 - s.part * 64]) as at
  where s.user_id = $1 and s.book_id = $2 and s.part between ($3 - 1) / 64 and ($4 - 1) / 64 and at is not null
  order by at desc
  offset greatest(ceil(($4 - $3 + 1) * 0.9::float8)::integer, 1) - 1 limit 1
$$;
comment on function chapter_read_at is
  'Since when 90 percent of the pages (COMPLETED_PAGES_RATIO) are shown: the latest time (shown_time) since which so many were shown to the reader. No row = never. A set of rows, because the planner takes such a function into the statement around it.';

create table chapter_reads (
  chapter_id uuid not null references chapters on delete cascade,
  user_id uuid not null references users,
  read_at integer not null,
  primary key (chapter_id, user_id)
);
comment on table chapter_reads is
  'Who has read which chapter. Follows from shown_pages and chapters: kept by a trigger of the one and by the import that changes the other.';
comment on column chapter_reads.read_at is
  'chapter_read_at: whoever counts the pages shown since a time counts the chapter as read if this is no earlier.';
create index chapter_reads_user on chapter_reads (user_id);

create function keep_chapter_reads() returns trigger language plpgsql as $$
begin
  -- Statements of their own: each sees what another writer, for whom the row of book_progress waited, has committed.
  with touched as materialized (
    select distinct s.user_id, c.id, c.book_id, c.first_page, c.last_page
    from changed s join chapters c on c.book_id = s.book_id
      and s.part between (c.first_page - 1) / 64 and (c.last_page - 1) / 64
  ), counted as materialized (
    select t.user_id, t.id, read_at
    from touched t left join lateral chapter_read_at(t.user_id, t.book_id, t.first_page, t.last_page) as read_at on true
  ), gone as (
    delete from chapter_reads r using counted c
    where c.read_at is null and r.chapter_id = c.id and r.user_id = c.user_id
  )
  insert into chapter_reads as r (chapter_id, user_id, read_at)
  select id, user_id, read_at from counted where read_at is not null order by id, user_id
  on conflict (chapter_id, user_id) do update set read_at = excluded.read_at
    where r.read_at <> excluded.read_at;
  return null;
end
$$;
comment on function keep_chapter_reads is 'Counts the chapters again that hold pages of the rows of shown_pages that changed.';
create trigger keep_chapter_reads_inserted after insert on shown_pages
  referencing new table as changed for each statement execute function keep_chapter_reads();
create trigger keep_chapter_reads_updated after update on shown_pages
  referencing new table as changed for each statement execute function keep_chapter_reads();
create trigger keep_chapter_reads_deleted after delete on shown_pages
  referencing old table as changed for each statement execute function keep_chapter_reads();

-- Only where enough pages are shown at all: page by page is what takes the time.
insert into chapter_reads (chapter_id, user_id, read_at)
select shown.id, shown.user_id, read_at
from (
  select c.id, s.user_id, c.book_id, c.first_page, c.last_page
  from chapters c join shown_pages s on s.book_id = c.book_id
    and s.part between (c.first_page - 1) / 64 and (c.last_page - 1) / 64
  group by c.id, s.user_id
  having sum(s.number_shown) >= (c.last_page - c.first_page + 1) * 0.9::float8
) shown cross join lateral chapter_read_at(shown.user_id, shown.book_id, shown.first_page, shown.last_page) as read_at;
