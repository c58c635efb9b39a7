import type { DiscountedPrice } from '@vesalius/contract/commerce';
import type { Db } from '../../platform/database/database.ts';
import { demandNoneRunning } from './free-year.ts';
import { renewalCents } from './promo-code.ts';
import { findPromoCode, findRunningSubscription } from './queries.ts';
import { applyPromoCode, priceItem, type Wanted } from './quote.ts';

/** The price with a code. Nothing is reserved: the code is checked again when money moves. */
export async function requestDiscountedPrice(
  db: Db,
  userId: string,
  wanted: Wanted & { name: string },
  now: Date,
): Promise<DiscountedPrice> {
  const item = await priceItem(db, userId, wanted, now);
  const code = await findPromoCode(db, wanted.name);
  const cents = await applyPromoCode(db, code, { userId, item, at: now });
  if (cents === 0) demandNoneRunning(await findRunningSubscription(db, userId, item, now));
  return {
    success: true,
    discounted_price: cents / 100,
    discount_price: (item.priceCents - cents) / 100,
    promo_code: code?.name ?? wanted.name,
    recurs: code?.recurs ?? false,
    renewal_price: renewalCents(code, item.fullPriceCents) / 100,
  };
}
