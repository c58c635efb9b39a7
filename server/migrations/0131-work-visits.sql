-- Who is at a working copy now, which changes were sent already, and which book a work is.

create table work_visits (
  work_id uuid not null references works on delete cascade,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (work_id, user_id)
);
create index work_visits_user on work_visits (user_id);
comment on table work_visits is 'When somebody had a working copy open last: the others see who is there.';

comment on column work_operations.group_id is 'The change that it belongs to, named by who made it: the same change sent again is recognized, and all of it is undone together.';
create index work_operations_group on work_operations (work_id, group_id);

-- Two works are not the same edition of the same book, nor two new books without an edition.
create unique index works_identity on works ((manifest ->> 'slug'), coalesce(manifest ->> 'edition', ''));
comment on index works_identity is 'A work is one edition of a book.';
