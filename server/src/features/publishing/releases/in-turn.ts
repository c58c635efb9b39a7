import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorCode } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ProductError } from '../../../platform/errors.ts';
import { findPending } from './release-list-queries.ts';

const LOCK_TIMEOUT_MS = 10_000;
/** Longer than the wait, so that the wait ends by its own limit, which can be told apart. */
const STATEMENT_MARGIN_MS = 2000;
const LOCK_NOT_AVAILABLE = '55P03';

interface Turn {
  readonly waitMs?: number;
  readonly busy?: () => ProductError | Promise<ProductError>;
}

/**
 * For changes and approvals of a working copy. They do not wait for a long publication, because each waiting user holds a
 * connection; the desk keeps the change and sends it again.
 */
export const turnToEdit = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, workId: string): Turn => ({
  waitMs: 1000,
  busy: async () => {
    const isPublishing = (await findPending(db, workId, clock.now()))?.state === 'publishing';
    return new ProductError(isPublishing ? 'being_published' : 'work_busy', { retryAfterSeconds: 2 });
  },
});

/**
 * A transaction that decides what readers see. It waits for others about the same book for longer than a statement may take,
 * and then gets their result. Throws `published_meanwhile` if they take even longer: the caller looks again.
 */
export async function inTurn<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { waitMs = LOCK_TIMEOUT_MS, busy = () => new ProductError('published_meanwhile') }: Turn = {},
): Promise<Result> {
  try {
    return await inTransaction(
      db,
      async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(tx);
        return work(tx);
      },
      { statementTimeoutMs: waitMs + STATEMENT_MARGIN_MS },
    );
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE) throw await busy();
    throw error;
  }
}
