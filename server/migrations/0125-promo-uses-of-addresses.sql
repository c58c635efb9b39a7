-- A code that each person may use once is not used again by whoever deletes the account and registers anew.

create table promo_former_uses (
  promo_code_id uuid not null references promo_codes on delete cascade,
  -- Keyed hash of the address: the address itself went with the account.
  address_hash bytea not null,
  uses integer not null check (uses > 0),
  -- The account that has the address now, once it is verified.
  user_id uuid references users,
  primary key (promo_code_id, address_hash)
);
create index promo_former_uses_user on promo_former_uses (user_id) where user_id is not null;
create index promo_former_uses_address on promo_former_uses (address_hash);
comment on table promo_former_uses is 'How often a promo code was used with an address whose account was deleted.';
