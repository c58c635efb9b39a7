import { paths } from '../lib/paths.ts';
import { viewedBookId } from '../lib/viewer-address.ts';

/** What an address sells or opens, which a visitor must sign in for. */
export interface Wanted {
  readonly mode: 'book' | 'package';
  readonly id: string;
  readonly act: 'buy' | 'read';
}

/** Of the older addresses of the checkout and of the page of a promo code: the path before the id. */
const BEFORE_ID: readonly (readonly [pattern: string, mode: Wanted['mode']])[] = [
  [paths.bookCheckout.pattern, 'book'],
  [paths.packageCheckout.pattern, 'package'],
  [paths.promoCode.pattern, 'book'],
];

/** The item that an address of a checkout, a promo code or the viewer names, or null. */
export function wantedItem(address: string | undefined): Wanted | null {
  const [path = '', query = ''] = address?.split('?') ?? [];
  const wanted = path.toLowerCase();
  if (wanted === paths.checkout.pattern) {
    const search = new URLSearchParams(query);
    const [mode, id] = [search.get('mode'), search.get('id')];
    return (mode === 'book' || mode === 'package') && id ? { mode, id, act: 'buy' } : null;
  }
  for (const [pattern, mode] of BEFORE_ID) {
    const start = pattern.slice(0, pattern.indexOf(':')).toLowerCase();
    const id = wanted.startsWith(start) ? path.slice(start.length) : '';
    if (id && !id.includes('/')) return { mode, id, act: 'buy' };
  }
  const read = viewedBookId(path);
  return read ? { mode: 'book', id: read, act: 'read' } : null;
}
