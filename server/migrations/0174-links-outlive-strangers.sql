-- A stranger who registers somebody's address could end the owner's link for a new password by deleting the account and
-- registering the address again: such a link belongs to the address, and goes over to its next account.
alter table one_time_tokens add column address_hash bytea;
comment on column one_time_tokens.address_hash is
  'Of a link for a new password whose account was deleted unverified: SHA-256 of its address. Null = of the account itself.';
create index one_time_tokens_address on one_time_tokens (address_hash) where address_hash is not null;
