import type { Manifest } from '../manifest.ts';
import type { ShopPrice } from './price-queries.ts';

/** Who publishes a price. */
interface Publisher {
  /** Null for a folder. */
  readonly actorId: string | null;
  /** The user who entered it on the desk; null if it came from a folder. */
  readonly editedBy: string | null;
  readonly now: Date;
}

/**
 * Decides the price after a release. A price set in the administration changes only there. A price set on the desk is
 * changed by another release of the desk, and by no folder. A price from a folder, including a draft, can be changed
 * by all.
 */
export function decidePrice(
  before: ShopPrice | null,
  cents: number,
  { actorId, editedBy, now }: Publisher,
): ShopPrice {
  if (before?.setIn === 'administration') return before;
  const isSet = before?.setIn === 'desk';
  if (isSet && (actorId === null || before.cents === cents)) return before;
  const setBy = editedBy ?? (isSet ? actorId : null);
  return setBy === null
    ? { cents, setIn: null, setBy, setAt: null }
    : { cents, setIn: 'desk', setBy, setAt: now };
}

/** A folder's manifest, with the prices that people set instead of its own. */
export function withSetPrices(
  manifest: Manifest,
  own: ShopPrice | null,
  packages: ReadonlyMap<string, ShopPrice>,
): Manifest {
  return {
    ...manifest,
    price: own?.setIn ? own.cents / 100 : manifest.price,
    packages: manifest.packages.map((entry) => {
      const set = packages.get(entry.slug);
      return set?.setIn && entry.price !== undefined ? { ...entry, price: set.cents / 100 } : entry;
    }),
  };
}
