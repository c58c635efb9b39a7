-- Seats that were freed and may be taken back, and what of a book was used.

-- Who lost the seat because of not reading: the next sign-in takes one again, if one is free. Gone when a manager or
-- the staff ends the membership, or when the seat is taken again.
create table institution_freed_seats (
  institution_id uuid not null references institutions on delete cascade,
  user_id uuid not null references users on delete cascade,
  freed_at timestamptz not null,
  primary key (institution_id, user_id)
);
create index institution_freed_seats_user on institution_freed_seats (user_id);

-- The lecture or test that was opened; null = the text itself. Two of them are two uses, however close in time.
alter table institution_usage add column part_id uuid;
