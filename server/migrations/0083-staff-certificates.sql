-- Staff correct names on certificates, revoke and reinstate them; why stays with the row that it was said about.

alter table certificates
  add column account_name text,
  add column replaced_reason text,
  add column revoked_reason text,
  add constraint certificates_revoked_reason check (revoked_reason is null or revoked_at is not null),
  add constraint certificates_replaced_reason check (replaced_reason is null or replaced_at is not null);
comment on column certificates.account_name is
  'The name of the account when staff corrected the name on the certificate; null: the certificate carries the name of the '
  'account. The holder can have another name put on it only after the account''s name changed again';
comment on column certificates.replaced_reason is 'Why staff replaced this issue; null: its holder did';
comment on column certificates.revoked_at is
  'Not valid since then: its holder does not see it any more, and who checks the number reads that it was revoked';
comment on column certificates.revoked_reason is 'What staff gave as the reason; its holder reads it in a letter';

-- The staff's list: the newest completion first, by name, by book.
create index certificates_issued on certificates (completed_at desc, unique_id desc) where replaced_at is null;
create index certificates_name_trigrams on certificates using gin (plain_text(user_name) gin_trgm_ops)
  where replaced_at is null;
create index certificates_book on certificates (book_id, completed_at desc) where replaced_at is null;
