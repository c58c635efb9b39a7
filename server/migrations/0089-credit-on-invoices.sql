-- What the reader has paid for the books of a package already is no discount: the receipt names it apart.
alter table orders add column credit_cents integer not null default 0 check (credit_cents >= 0);
comment on column orders.credit_cents is
  'What came off the price of a package because the buyer has paid for its books already, before a promo code.';
-- Without a code nothing else lowers a price.
update orders set credit_cents = price_cents - amount_cents
where package_id is not null and promo_code_id is null and price_cents > amount_cents;

-- An invoice stays as it was issued: those of before name one sum.
alter table invoices add column credit_cents integer not null default 0 check (credit_cents between 0 and discount_cents);
comment on column invoices.credit_cents is 'Of the discount: what the buyer has paid for the books of the package already.';
