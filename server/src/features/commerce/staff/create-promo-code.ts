import type { CreatePromoCode } from '@vesalius/contract/commerce-promo-codes';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { z } from 'zod';
import type { Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { findPriceRange, insertPromoCode } from './promo-queries.ts';

/**
 * Throws `invalid` for a code that makes something free, unless that is confirmed, and for a fixed price that is not
 * below any price without the code.
 */
export async function createPromoCode(
  tx: Tx,
  body: z.output<typeof CreatePromoCode>,
  now: Date,
): Promise<{ id: string }> {
  const { kind } = body;
  const value = kind === 'percentage' ? body.value : Math.round(body.value * 100);
  const covered = { bookId: body.book_id ?? null, packageId: body.package_id ?? null };
  const { lowest, highest } = await findPriceRange(tx, covered);
  const makesFree =
    kind === 'percentage'
      ? value === 100
      : kind === 'fixed_price'
        ? value === 0
        : lowest !== null && value >= lowest;
  demand(!makesFree || body.free, 'invalid', { free: VALUE_MESSAGES.codeMakesFree });
  const isDearer = kind === 'fixed_price' && highest !== null && value >= highest;
  demand(!isDearer, 'invalid', { value: VALUE_MESSAGES.aboveListPrice });
  const id = newId();
  await insertPromoCode(tx, {
    id,
    name: body.name,
    kind,
    value,
    ...covered,
    startsAt: body.starts_at ? new Date(body.starts_at) : null,
    endsAt: body.ends_at ? new Date(body.ends_at) : null,
    maxUses: body.max_uses,
    maxUsesPerPerson: body.max_uses_per_person,
    mailDomain: body.mail_domain ?? null,
    recurs: body.recurs,
    at: now,
  });
  return { id };
}
