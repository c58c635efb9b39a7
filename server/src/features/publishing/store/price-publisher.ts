import type { Tx } from '../../../platform/database/database.ts';
import { isStaffNow } from '../studio/access-queries.ts';
import { decidePrice } from './decide-price.ts';
import { listFieldSetters, type ShopPrice } from './price-queries.ts';

export type PriceOf = (field: 'price' | 'packages', before: ShopPrice | null, dollars: number) => ShopPrice;

interface Publication {
  readonly bookId: string;
  readonly actorId?: string | null;
  readonly workVersion?: number | null;
  readonly restoredFrom?: number;
}

/**
 * Says what each price becomes. Who brings an earlier release back sets the prices that it changes. A book that costs
 * something stays so unless staff made it free: it would be given away.
 */
export async function pricePublisher(
  tx: Tx,
  { bookId, actorId = null, workVersion, restoredFrom }: Publication,
  now: Date,
): Promise<PriceOf> {
  const setters = actorId && workVersion ? await listFieldSetters(tx, bookId, workVersion) : null;
  const priceSetter = restoredFrom ? actorId : (setters?.get('price') ?? null);
  const mayBeFree = priceSetter === null || (await isStaffNow(tx, priceSetter));
  return (field, before, dollars) => {
    const cents = Math.round(dollars * 100);
    if (field === 'price' && cents === 0 && before !== null && before.cents > 0 && !mayBeFree) return before;
    const changes = before !== null && before.cents !== cents;
    const setter = restoredFrom ? (changes ? actorId : null) : (setters?.get(field) ?? null);
    // Other fields of a package than its price were changed.
    const editedBy = field === 'packages' && before !== null && !changes ? null : setter;
    return decidePrice(before, cents, { actorId, editedBy, now });
  };
}
