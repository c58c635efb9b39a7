alter table orders add column approved_at timestamptz;

comment on column orders.approved_at is
  'When PayPal first said that the buyer has approved, and has not activated the subscription yet. Its buyer is told that it waits.';
