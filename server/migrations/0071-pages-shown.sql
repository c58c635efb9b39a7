-- Which pages a reader has been shown, and when last: what opens a post-test and completes a book.

create function shown_time(moment timestamptz) returns integer
  language sql immutable parallel safe
  return (floor(extract(epoch from moment)) - 1577836800)::integer;
comment on function shown_time is 'Seconds since 2020-01-01: a time of book_progress.shown_at, in four bytes.';

create function merge_shown(shown integer[], added integer[]) returns integer[]
  language plpgsql immutable parallel safe as $$
begin
  for page in coalesce(array_lower(added, 1), 1) .. coalesce(array_upper(added, 1), 0) loop
    if added[page] is not null and (shown[page] is null or shown[page] < added[page]) then
      shown[page] := added[page];
    end if;
  end loop;
  return shown;
end $$;
comment on function merge_shown is 'For each page the later of two times.';

create aggregate last_shown(integer[]) (sfunc = merge_shown, stype = integer[], initcond = '{}');
comment on aggregate last_shown(integer[]) is 'For each page the latest of all times.';

alter table book_progress add column shown_at integer[] not null default '{}';
comment on column book_progress.shown_at is
  'By page number: when the page was last shown for two seconds or more (shown_time). Null or outside the bounds = never.';

-- Until now only the place was kept. The pages up to it count as shown when it was last written.
update book_progress set shown_at = array_fill(shown_time(updated_at), array[page]) where page >= 1;

-- What a failed final test shows, and when it may be taken again.
alter table final_tests
  add column review text check (review in ('always', 'after_certificate')),
  add column retake_pause_minutes integer not null default 10 check (retake_pause_minutes between 0 and 10080);
comment on column final_tests.review is
  'When the right choices and justifications are shown: after every attempt, or once an attempt reached the certificate. Null = after_certificate where the book has a certificate, else always.';
comment on column final_tests.retake_pause_minutes is
  'From the second retake on, below the certificate: minutes since the last attempt.';
