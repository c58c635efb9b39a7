alter table orders add column renews_from timestamptz;

comment on column orders.renews_from is
  'When PayPal first charges a later year, where the year that is bought follows one that still runs. Null: a year after the approval.';
