-- Whoever adds people learns of a few addresses that they cannot be added. So each director and librarian may ask for so
-- many addresses a day and no more.
create table people_import_addresses (
  actor_id uuid not null references users on delete cascade,
  address_hash bytea not null,
  checked_at timestamptz not null,
  primary key (actor_id, address_hash)
);
create index people_import_addresses_time on people_import_addresses (checked_at);
comment on table people_import_addresses is
  'The addresses that a director or librarian has checked or added during the last day, each once: they are counted. Older rows are deleted.';
comment on column people_import_addresses.address_hash is 'SHA-256 of the actor and the address: no address can be read here.';
