import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { insertUsage, touchMember, type UsageKind } from './usage-queries.ts';

/**
 * Notes that a member looked at a book, read in it, or could not: for the reports of each institution that covers the book
 * (of each that the person has, where none does), and so that those seats are known to be in use. In the title reports a lecture or a test is material that comes with the book:
 * opening one is an investigation of its chapter, never a request, which is the text itself. For everybody else it does
 * nothing. A report never stands in a reader's way: what cannot be written down is logged.
 */
export async function recordUsage(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  actor: Actor | null,
  use: { bookId: string; page?: number; partId?: string; kind: UsageKind },
): Promise<void> {
  if (actor?.role !== 'customer' || actor.institutionIds.length === 0) return;
  const { institutionIds, userId } = actor;
  const now = clock.now();
  try {
    const counted = await insertUsage(
      db,
      {
        institutionIds,
        userId,
        bookId: use.bookId,
        page: use.page ?? null,
        partId: use.partId ?? null,
        kind: use.kind,
      },
      now,
    );
    // A profile that was opened, and what stayed closed, is no reading.
    const isReading = use.kind === 'request' || (use.kind === 'investigation' && use.partId !== undefined);
    if (isReading && counted.length > 0) await touchMember(db, counted, userId, now);
  } catch (error) {
    log.warn({ err: error }, 'the use of a book could not be written down');
  }
}
