-- Staff find a person among millions as quickly as among hundreds: by a part of the address (the names have their index,
-- users_name_trigrams), or the newest.
create index users_email_trigrams on users using gin (lower(email) gin_trgm_ops) where deleted_at is null;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_role_newest on users (role, created_at desc, id desc) where deleted_at is null;
