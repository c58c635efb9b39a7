-- A seat is for readers: a role that was given later has left some to those who cannot use them.
comment on table institution_members is
  'The seats of an institution: readers who open its books, and of these the managers. Whoever gets another role gives the seat up.';
comment on table institution_freed_seats is
  'Who lost the seat by not reading or by another role: the next sign-in as a reader takes one again, if one is free. Gone when the membership is ended for good, or when a seat is taken again.';
insert into institution_freed_seats (institution_id, user_id, freed_at)
select m.institution_id, m.user_id, now() from institution_members m join users u on u.id = m.user_id
where u.role <> 'customer' on conflict do nothing;
delete from institution_members m using users u where u.id = m.user_id and u.role <> 'customer';

create table institution_removed_addresses (
  institution_id uuid not null references institutions on delete cascade,
  address_hash bytea not null,
  removed_at timestamptz not null,
  primary key (institution_id, address_hash)
);
create index institution_removed_addresses_hash on institution_removed_addresses (address_hash);
comment on table institution_removed_addresses is
  'Whose account was deleted after a manager or the staff had put them out: a new account with the address is out as well, until it is invited.';
comment on column institution_removed_addresses.address_hash is
  'HMAC of the address in lower case, with the secret key of the server: the address itself is gone with the account.';

-- Who waits for a seat is found by the domain of the address.
create index users_mail_domain on users (split_part(lower(email), '@', 2)) where deleted_at is null;
