-- Subscriptions to books that are withdrawn, or replaced by a newer edition.

alter table subscriptions add column renewal_held_at timestamptz;
comment on column subscriptions.renewal_held_at is
  'When the renewal was put on hold because the book was withdrawn, and its reader told so. Null: it is not on hold, or its reader was not told.';

alter table subscriptions add column term_started_at timestamptz;
comment on column subscriptions.term_started_at is
  'When the latest renewed year began. Null: the subscription has not been renewed; started_at counts.';
update subscriptions s set term_started_at = renewed.period_start
from (select p.subscription_id, max(i.period_start) as period_start
  from payments p join invoices i on i.payment_id = p.id
  where p.kind = 'renewal' and p.state = 'approved' and p.refunded_cents < p.amount_cents
  group by p.subscription_id) renewed
where s.id = renewed.subscription_id and s.ends_at > renewed.period_start;
create index subscriptions_held on subscriptions (id) where renewal_held_at is not null;
