-- A promo code's use is held for an approval at PayPal for a short time only; who comes later is judged as of that moment.

alter table promo_redemptions add column held_until timestamptz;
comment on column promo_redemptions.held_until is
  'The use waits for an approval at PayPal and counts until then. The row stays afterwards, so that nobody holds the same '
  'code again and again. Null: a card is being charged, or the use is final (subscription_id).';
update promo_redemptions r set held_until = r.redeemed_at + interval '15 minutes'
  from orders o where o.id = r.order_id and o.gateway = 'paypal' and r.subscription_id is null;
alter table promo_redemptions add constraint promo_redemptions_final
  check (subscription_id is null or held_until is null);

-- A use that no purchase came of, and purchases whose use was not counted.
delete from promo_redemptions r using orders o
  where o.id = r.order_id and r.subscription_id is null and o.gateway = 'card' and o.state <> 'open';
insert into promo_redemptions (id, promo_code_id, user_id, subscription_id, order_id, redeemed_at)
  select gen_random_uuid(), o.promo_code_id, o.user_id, o.subscription_id, o.id, coalesce(o.closed_at, o.created_at)
  from orders o
  where o.state = 'paid' and o.promo_code_id is not null and o.subscription_id is not null
  on conflict (order_id) do nothing;

alter table orders drop constraint orders_state_check;
alter table orders add constraint orders_state_check
  check (state in ('open', 'paid', 'failed', 'abandoned', 'superseded', 'returned'));
comment on column orders.state is
  'superseded: the buyer asked PayPal for the same item on other terms; an approval of the old terms is cancelled and its '
  'money returned. returned: the money bought nothing and goes back.';
