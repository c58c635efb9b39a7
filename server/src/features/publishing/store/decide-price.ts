import type { Manifest } from '../manifest.ts';
import type { ShopPrice } from './price-queries.ts';

/** By whom a price is published. */
interface Publisher {
  /** Null for a folder. */
  readonly actorId: string | null;
  /** Who wrote it on the desk; null where it came there from a folder. */
  readonly editedBy: string | null;
  readonly now: Date;
}

/**
 * What a price becomes with a release. The administration's stays until the administration changes it. One of the desk is
 * changed by another release of the desk, and by no folder. A folder's, drafts included, is anybody's to change.
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

/** A folder's manifest, with the prices that people set in place of its own. */
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
