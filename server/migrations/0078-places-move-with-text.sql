-- The place in a book, and the pages shown, move with their text when an import inserts or removes pages.

create function move_shown(shown integer[], pages integer[], targets integer[], lengths integer[]) returns integer[]
  language plpgsql immutable parallel safe as $$
declare
  moved integer[] := '{}';
  first_page integer;
  last_page integer;
begin
  if cardinality(shown) = 0 then
    return shown;
  end if;
  for run in 1 .. coalesce(array_length(pages, 1), 0) loop
    first_page := greatest(pages[run], array_lower(shown, 1));
    last_page := least(pages[run] + lengths[run] - 1, array_upper(shown, 1));
    if first_page <= last_page then
      moved[targets[run] + first_page - pages[run] : targets[run] + last_page - pages[run]] :=
        shown[first_page:last_page];
    end if;
  end loop;
  return moved;
end $$;
comment on function move_shown is
  'book_progress.shown_at in the page numbers of another revision. Each run of pages, by its first page and its length, is now at its target; pages of no run are gone.';
