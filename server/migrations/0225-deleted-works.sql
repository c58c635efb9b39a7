-- A draft that nobody ever published can be deleted. Those who made or reviewed it are told so where they have it open.
create table deleted_works (
  id uuid primary key,
  title text not null,
  people uuid[] not null,
  deleted_at timestamptz not null,
  deleted_by uuid references users on delete set null
);
create index deleted_works_deleted_by on deleted_works (deleted_by);
comment on table deleted_works is 'What remains of a draft that was deleted: what its people are told. Nothing else names it.';
comment on column deleted_works.id is 'That the work had.';
comment on column deleted_works.people is 'The accounts that made or reviewed it. For others there never was such a work. Staff see it without being named.';
