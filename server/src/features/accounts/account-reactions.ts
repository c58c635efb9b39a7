import type { Db, Tx } from '../../platform/database/database.ts';

/** What other features do at events of an account; `app/account-reactions.ts` lists them in their order. */
export interface AccountReactions {
  /** In the transaction that deletes the account. */
  readonly whenPersonLeaves: readonly ((tx: Tx, userId: string, now: Date) => Promise<void>)[];
  /** Somebody verified the address, or comes back. True when that changed what the person may read. */
  readonly whenPersonComes: readonly ((db: Db, person: Arrival, now: Date) => Promise<boolean>)[];
}

export interface Arrival {
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

export async function tellOfArrival(
  db: Db,
  { whenPersonComes }: AccountReactions,
  person: Arrival,
  now: Date,
): Promise<boolean> {
  let changed = false;
  for (const react of whenPersonComes) changed = (await react(db, person, now)) || changed;
  return changed;
}
