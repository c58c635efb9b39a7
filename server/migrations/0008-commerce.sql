-- Promo codes, orders, payments, subscriptions. Money is integer cents of US dollars.

create table promo_codes (
  id uuid primary key,
  -- Compared without regard to case.
  name text not null,
  kind text not null check (kind in ('percentage', 'amount', 'fixed_price')),
  -- percent (0 to 100), cents off, or the price in cents
  value integer not null check (value >= 0),
  -- Both null: every book and package.
  book_id uuid references books,
  package_id uuid references packages,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer,
  max_uses_per_person integer default 1,
  mail_domain text,
  -- false: the first year only
  recurs boolean not null default false,
  paypal_plan_id text,
  created_at timestamptz not null
);
create unique index promo_codes_name on promo_codes (lower(name));

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  -- Exactly one of the two.
  book_id uuid references books,
  package_id uuid references packages,
  gateway text not null check (gateway in ('free', 'card', 'paypal', 'grant')),
  provider_subscription_id text unique,
  -- What one year costs at the next renewal; renews = false after a cancel.
  renewal_price_cents integer not null default 0,
  renews boolean not null,
  promo_code_id uuid references promo_codes,
  started_at timestamptz not null,
  -- Access lasts until then, cancelled or not.
  ends_at timestamptz not null,
  -- Set while a renewal that failed is tried again: what was paid ended then, access goes on to ends_at meanwhile.
  grace_from timestamptz,
  cancelled_at timestamptz,
  cancellation_reason text,
  created_at timestamptz not null,
  check (num_nonnulls(book_id, package_id) = 1)
);
create index subscriptions_reader on subscriptions (user_id, ends_at);
create index subscriptions_due on subscriptions (ends_at) where renews;

-- What somebody set out to buy, at the price the server told. The promo code's use is reserved with it.
create table orders (
  id uuid primary key,
  user_id uuid not null references users,
  book_id uuid references books,
  package_id uuid references packages,
  gateway text not null check (gateway in ('card', 'paypal')),
  -- open -> paid | failed | abandoned; an abandoned PayPal approval that is paid after all ends as paid or returned.
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'abandoned', 'returned')),
  amount_cents integer not null check (amount_cents > 0),
  -- Before the promo code.
  price_cents integer not null,
  -- What the years after this one cost.
  renewal_price_cents integer not null,
  promo_code_id uuid references promo_codes,
  -- Name and address for the invoice. Never a card.
  bill_to jsonb,
  provider_plan_id text,
  provider_subscription_id text unique,
  approve_url text,
  -- The running subscription that this one takes over from, once it is confirmed.
  replaces_subscription_id uuid references subscriptions,
  subscription_id uuid references subscriptions,
  created_at timestamptz not null,
  closed_at timestamptz,
  check (num_nonnulls(book_id, package_id) = 1)
);
create index orders_buyer on orders (user_id, created_at);
create index orders_subscription on orders (subscription_id);
create index orders_created on orders (created_at);
-- A double click, or two browser tabs: one running purchase a person and item.
create unique index orders_one_open on orders (user_id, coalesce(book_id, package_id)) where state = 'open';

-- One row an attempt to take money, written before the provider is asked; its key is the provider's invoice number.
create table payments (
  id uuid primary key,
  attempt_key text not null unique check (length(attempt_key) <= 20),
  order_id uuid references orders,
  subscription_id uuid references subscriptions,
  user_id uuid not null references users,
  gateway text not null check (gateway in ('card', 'paypal')),
  kind text not null check (kind in ('initial', 'renewal')),
  -- started, unknown, held -> approved | declined | lost (never reached the provider)
  state text not null check (state in ('started', 'unknown', 'held', 'approved', 'declined', 'lost')),
  amount_cents integer not null,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  transaction_id text,
  last_four text check (length(last_four) <= 4),
  card_type text,
  reason text,
  -- For renewals: the end of the period that was over, and which try it was.
  period_end timestamptz,
  try integer,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index payments_transaction on payments (gateway, transaction_id) where transaction_id is not null;
-- A renewal job that runs again finds its own attempt instead of making another.
create unique index payments_renewal_try on payments (subscription_id, period_end, try) where period_end is not null;
create index payments_order on payments (order_id);
create index payments_subscription on payments (subscription_id);
create index payments_buyer on payments (user_id, created_at);
create index payments_created on payments (created_at);

-- The provider's own record of a card, for renewals.
create table stored_cards (
  subscription_id uuid primary key references subscriptions on delete cascade,
  customer_profile_id text not null,
  payment_profile_id text not null,
  last_four text not null check (length(last_four) <= 4),
  card_type text not null,
  stored_at timestamptz not null
);

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  amount_cents integer not null check (amount_cents > 0),
  -- started -> done | failed; started is written before the provider is asked.
  state text not null check (state in ('started', 'done', 'failed')),
  provider_refund_id text,
  -- Access that was paid with it ends at once.
  ends_access boolean not null default false,
  reason text not null,
  by_user_id uuid references users,
  created_at timestamptz not null
);
create index refunds_payment on refunds (payment_id);

-- Deliveries of providers, each acted upon once.
create table provider_events (
  id text primary key,
  gateway text not null,
  event_type text not null,
  subject text,
  received_at timestamptz not null
);

-- Plans made at PayPal: one for each item and terms, made when first needed.
create table paypal_plans (
  key text primary key,
  book_id uuid references books,
  package_id uuid references packages,
  promo_code_id uuid references promo_codes,
  yearly_cents integer not null,
  first_year_cents integer,
  plan_id text not null unique,
  created_at timestamptz not null
);
create index paypal_plans_item on paypal_plans (book_id, package_id);

-- Gapless numbers within a year: the row is held until the invoice commits.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);
-- As it was on the day: a name or price that changes later changes no invoice.
create table invoices (
  id uuid primary key,
  payment_id uuid not null unique references payments,
  user_id uuid not null references users,
  year integer not null,
  number integer not null,
  title text not null,
  buyer jsonb not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  amount_cents integer not null,
  discount_cents integer not null default 0,
  tax_cents integer not null default 0,
  issued_at timestamptz not null,
  unique (year, number)
);
create index invoices_buyer on invoices (user_id, issued_at);

-- What the daily comparison with the providers found; closed when a later one finds it no more.
create table reconciliation_differences (
  id uuid primary key,
  gateway text not null,
  kind text not null,
  subject text not null,
  detail text not null,
  found_at timestamptz not null,
  closed_at timestamptz
);
create unique index reconciliation_open on reconciliation_differences (gateway, kind, subject) where closed_at is null;

-- One row a use; counted and written under a lock of the promo code's row, so a limit is exact.
create table promo_redemptions (
  id uuid primary key,
  promo_code_id uuid not null references promo_codes,
  user_id uuid not null references users,
  subscription_id uuid references subscriptions,
  -- Reserved by an order that is not paid yet; given back when it fails.
  order_id uuid unique references orders,
  redeemed_at timestamptz not null
);
create index promo_redemptions_code on promo_redemptions (promo_code_id, user_id);
