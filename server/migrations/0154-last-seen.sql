-- When an account was last active was asked of its sessions alone, so that whoever signed out was never there.
create table last_seen (
  user_id uuid primary key references users on delete cascade,
  last_seen_at timestamptz not null
);
comment on table last_seen is
  'When the sessions of an account that have ended were last used. Those that go on tell it themselves.';

create function keep_last_seen() returns trigger language plpgsql as $$
begin
  insert into last_seen (user_id, last_seen_at)
    select g.user_id, max(g.last_seen_at)
    from gone g join users u on u.id = g.user_id and u.deleted_at is null
    group by g.user_id order by g.user_id
  on conflict (user_id) do update set last_seen_at = greatest(last_seen.last_seen_at, excluded.last_seen_at);
  return null;
end
$$;
comment on function keep_last_seen is 'Of every session that ends, whichever way: nobody who ends one can forget it.';
create trigger keep_last_seen after delete on sessions
  referencing old table as gone for each statement execute function keep_last_seen();
