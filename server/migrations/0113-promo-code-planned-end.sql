-- Staff who open an ended code again see until when it was to be good.
alter table promo_codes add column planned_ends_at timestamptz;
comment on column promo_codes.planned_ends_at is
  'While staff have ended the code before its time: the end that it was made with. Null: it had none, or it ends as planned.';
