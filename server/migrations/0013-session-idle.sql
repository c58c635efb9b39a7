-- A session also ends when nobody has used it for a while; null: only at its end.
alter table sessions add column idle_seconds integer check (idle_seconds > 0);
