-- A name that staff corrected is changed by staff alone from then on.

comment on column certificates.account_name is
  'The name of the account when staff corrected the name on the certificate: from then on staff alone change it; null: the '
  'certificate carries the name of the account, and its holder can have it issued again after the account''s name changed';

-- Where staff gave the account's own name, the certificate followed the account again.
update certificates c set account_name = c.user_name
where c.replaced_at is null and c.account_name is null
  and exists (select 1 from certificates e where e.unique_id = c.unique_id and e.replaced_reason is not null);
