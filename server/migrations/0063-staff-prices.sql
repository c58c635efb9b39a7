-- A price that staff set in the administration outlives the next import of the book folder.
alter table books add column price_set_at timestamptz;
comment on column books.price_set_at is
  'When staff last set the price; null while the price comes from the book folder. An import leaves a set price alone.';
alter table packages add column price_set_at timestamptz;
comment on column packages.price_set_at is
  'When staff last set the price; null while the price comes from a book folder. An import leaves a set price alone.';

-- Prices that staff set before this release: the log knows them. One that an import has replaced since is the folder's.
update books b set price_set_at = a.created_at
from (select distinct on (subject_id) subject_id, created_at, (detail ->> 'after')::numeric as price
  from audit_log where action = 'price.change' order by subject_id, created_at desc, id desc) a
where a.subject_id = b.id::text and b.price_cents = round(a.price * 100);
update packages p set price_set_at = a.created_at
from (select distinct on (subject_id) subject_id, created_at, (detail ->> 'after')::numeric as price
  from audit_log where action = 'price.change' order by subject_id, created_at desc, id desc) a
where a.subject_id = p.id::text and p.price_cents = round(a.price * 100);
