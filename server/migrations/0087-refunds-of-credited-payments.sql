-- A payment may have lowered the price of a package. Whoever refunds it says what becomes of that package.

alter table refunds add column ends_credited boolean not null default false;
comment on column refunds.ends_credited is
  'Ends, with the refund, the packages whose price was lowered by the refunded payment. Earlier refunds left them as they are.';
