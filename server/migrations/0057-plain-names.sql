-- Names as they are compared, kept: otherwise each row that the trigrams only suspect has its accents removed again at
-- every search, which for a common name is nearly every row.
alter table users
  add column plain_name text not null generated always as (plain_text(first_name || ' ' || second_name)) stored;

drop index users_name_trigrams;
create index users_name_trigrams on users using gin (plain_name gin_trgm_ops);
