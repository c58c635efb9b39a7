import type { Tx } from '../../../platform/database/database.ts';
import { isStaffNow } from '../studio/access-queries.ts';
import { decidePrice } from './decide-price.ts';
import { findHighestPrice, listFieldSetters, type ShopPrice } from './price-queries.ts';

export type PriceOf = (field: 'price' | 'packages', before: ShopPrice | null, dollars: number) => ShopPrice;

interface Publication {
  readonly bookId: string;
  readonly slug: string;
  readonly actorId?: string | null;
  readonly workVersion?: number | null;
  readonly restoredFrom?: number;
}

/**
 * Decides each price. A user who restores an earlier release is the setter of the prices that it changes. Only staff
 * make a book free that costs something, also by a new edition (decision 43): otherwise it keeps its price, or gets
 * that of its other editions.
 */
export async function pricePublisher(
  tx: Tx,
  { bookId, slug, actorId = null, workVersion, restoredFrom }: Publication,
  now: Date,
): Promise<PriceOf> {
  const setters = actorId && workVersion ? await listFieldSetters(tx, bookId, workVersion) : null;
  const priceSetter = restoredFrom ? actorId : (setters?.get('price') ?? actorId);
  const mayBeFree = priceSetter === null || (await isStaffNow(tx, priceSetter));
  const otherwise = mayBeFree ? 0 : await findHighestPrice(tx, slug);
  return (field, before, dollars) => {
    const cents = Math.round(dollars * 100);
    if (field === 'price' && cents === 0 && !mayBeFree) {
      if (before !== null && before.cents > 0) return before;
      if (before === null && otherwise > 0)
        return { cents: otherwise, setIn: null, setBy: null, setAt: null };
    }
    const changes = before !== null && before.cents !== cents;
    const setter = restoredFrom ? (changes ? actorId : null) : (setters?.get(field) ?? null);
    // Only fields other than the package's price were changed.
    const editedBy = field === 'packages' && before !== null && !changes ? null : setter;
    return decidePrice(before, cents, { actorId, editedBy, now });
  };
}
