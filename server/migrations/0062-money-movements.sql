-- Subscriptions that end and renew where the provider's dates and the account's life say so, and sales by day of movement.

alter table orders add column provider_ended_at timestamptz;
comment on column orders.provider_ended_at is
  'When PayPal first said that the agreement of this order is cancelled or expired. Until then the daily comparison asks '
  'again about every agreement that has no renewing subscription here, and cancels it.';
create index orders_open_agreements on orders (created_at)
  where gateway = 'paypal' and provider_subscription_id is not null and provider_ended_at is null;

alter table subscriptions add column bills_at timestamptz;
comment on column subscriptions.bills_at is
  'When PayPal charges the next year, as PayPal said last. It keeps its own date whatever ends_at says; null for every '
  'other way to pay, and when nothing more is charged.';

alter table refunds add column settled_at timestamptz;
comment on column refunds.settled_at is
  'When it was entered as done. Sales count it on that day, so that a month that is over never changes.';
update refunds set settled_at = created_at where state = 'done';
alter table refunds add constraint refunds_done_settled check (state <> 'done' or settled_at is not null);
create index refunds_settled on refunds (settled_at) where state = 'done';
create index payments_settled on payments (settled_at) where state = 'approved';
create index payments_open on payments (created_at) where state in ('started', 'unknown', 'held');

create table reconciliation_runs (
  started_at timestamptz primary key,
  finished_at timestamptz not null,
  differences integer not null check (differences >= 0)
);
comment on table reconciliation_runs is
  'Comparisons with the payment providers that came to their end, by the clock or on demand.';
comment on column reconciliation_runs.started_at is
  'The next comparison looks back to before this moment, however long the server was down.';
