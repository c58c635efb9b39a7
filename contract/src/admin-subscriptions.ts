import { z } from 'zod';
import { Id, Timestamp } from './atoms.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

/** What staff send to grant a subscription, or to move its end. */

export const GrantBody = z
  .object({
    book_id: Id.optional(),
    package_id: Id.optional(),
    months: z.number().int().min(1).max(120),
    although_not_sold: z.boolean().default(false).describe('Also what is not in the shop'),
  })
  .refine(({ book_id, package_id }) => (book_id === undefined) !== (package_id === undefined), {
    message: VALUE_MESSAGES.chooseBookOrPackage,
    path: ['book_id'],
  });
export const ExtendBody = z.object({
  /** A time that is not in the future ends access and renewal now. */
  ends_at: Timestamp,
  /** Returns the effects without changing anything. */
  preview: z.boolean().optional(),
});
