-- Who set a price, and who withdrew a book: what a person decided, no import changes, and what staff decided, only staff undo.

alter table books add column price_set_in text check (price_set_in in ('administration', 'desk'));
alter table books add column price_set_by uuid references users on delete set null;
comment on column books.price_set_at is
  'When a person last set the price; null while the price comes from the book folder. An import leaves a set price alone.';
comment on column books.price_set_in is
  'Where the price was set. A release of the desk leaves a price alone that was set in the administration.';
alter table packages add column price_set_in text check (price_set_in in ('administration', 'desk'));
alter table packages add column price_set_by uuid references users on delete set null;
comment on column packages.price_set_at is
  'When a person last set the price; null while the price comes from a book folder. An import leaves a set price alone.';
comment on column packages.price_set_in is
  'Where the price was set. A release of the desk leaves a price alone that was set in the administration.';

-- Until now only the administration set prices; the log knows by whom.
update books b set price_set_in = 'administration', price_set_by = (select u.id from audit_log a join users u on u.id = a.actor_id
    where a.subject_id = b.id::text and a.action = 'price.change' and not a.detail ? 'source' order by a.created_at desc, a.id desc limit 1)
where price_set_at is not null;
update packages p set price_set_in = 'administration', price_set_by = (select u.id from audit_log a join users u on u.id = a.actor_id
    where a.subject_id = p.id::text and (a.action = 'price.change' and not a.detail ? 'source' or a.action = 'package.create')
    order by a.created_at desc, a.id desc limit 1)
where price_set_at is not null;

-- Prices that were set on the desk and are the present ones: by the last change of the field that is published.
update books b set price_set_in = 'desk', price_set_by = o.user_id, price_set_at = o.made_at
from (select distinct on (o.work_id) o.work_id, o.user_id, o.made_at, o.operation
  from work_operations o join works w on w.id = o.work_id
  where o.operation -> 'path' ->> 0 = 'price' and o.version <= w.released_version
  order by o.work_id, o.version desc) o
where b.id = o.work_id and b.price_set_at is null and o.user_id is not null
  and case when jsonb_typeof(o.operation -> 'value') = 'number'
    then round((o.operation ->> 'value')::numeric * 100) = b.price_cents else false end;

alter table books add constraint books_price_set check ((price_set_at is null) = (price_set_in is null));
alter table packages add constraint packages_price_set check ((price_set_at is null) = (price_set_in is null));

alter table books add column withdrawn_by uuid references users on delete set null;
alter table books add column withdrawn_by_staff boolean not null default false;
comment on column books.withdrawn_by_staff is 'Staff withdrew it, so only staff bring it back.';
-- Where the log does not say otherwise, staff did.
update books b set withdrawn_by = w.id, withdrawn_by_staff = coalesce(w.role, 'staff') = 'staff'
from books same left join lateral (select u.id, u.role from audit_log a join users u on u.id = a.actor_id
    where a.subject_id = same.id::text and a.action = 'book.withdraw' order by a.created_at desc, a.id desc limit 1) w on true
where same.id = b.id and b.withdrawn_at is not null;
