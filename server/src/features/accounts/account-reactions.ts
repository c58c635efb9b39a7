import type { Db, Tx } from '../../platform/database/database.ts';

/** The reactions of other features to events of an account; `app/account-reactions.ts` lists them in order. */
export interface AccountReactions {
  /** In the transaction that deletes the account. */
  readonly whenPersonLeaves: readonly ((tx: Tx, person: Arrival, now: Date) => Promise<void>)[];
  /** In the transaction that verifies the address, before `whenPersonComes`. */
  readonly whenAddressIsVerified: readonly ((tx: Tx, person: Addressed) => Promise<void>)[];
  /** Called when a user verifies the address or signs in. True if that changed what the user may read. */
  readonly whenPersonComes: readonly ((db: Db, person: Arrival, now: Date) => Promise<boolean>)[];
}

interface Addressed {
  readonly userId: string;
  readonly email: string;
}

export interface Arrival extends Addressed {
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
