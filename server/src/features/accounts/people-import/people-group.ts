import type { Activity } from '@vesalius/contract/people-activity';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { UsersTable } from '../../../schema/tables.ts';

export interface KnownAddress extends Pick<UsersTable, 'role'> {
  /** In lower case. */
  readonly email: string;
  readonly userId: UsersTable['id'];
  readonly isInGroup: boolean;
  /** The import that added the user to the group. */
  readonly importId: string | null;
}

export interface Room {
  /** For so many. */
  readonly room: number;
  /** Seats of others that are freed for that, or would be. */
  readonly freedSeats: number;
  /** Whose they are, as far as they are told by name. */
  readonly freedMembers: readonly { readonly name: string; readonly email: string }[];
}

/**
 * Into what people are imported, and out of which they are removed: a program with its students, an institution with its
 * members.
 */
export interface PeopleGroup {
  readonly kind: 'program' | 'institution';
  readonly id: string;
  /** Whether a search of the list matches the user `u`. */
  isFound(search: string): RawBuilder<unknown>;
  /** Whether the list's filter includes the user `u`. */
  isActive(activity: Activity, now: Date): RawBuilder<boolean>;
  /**
   * Locks what the number of free seats depends on, and checks again within the transaction whether the actor may add people.
   * Throws if not.
   */
  hold(tx: Tx): Promise<void>;
  /** Whether the member `m` (user `u`) has accepted, read or done anything since joining. */
  readonly hasActed: RawBuilder<boolean>;
  /**
   * For how many of so many there is room, and which seats of others are freed for that; the room is made, unless it is
   * only asked for. Those of the group who are `named` by this list, or by an earlier one of the import, keep their seats.
   */
  roomFor?(
    tx: Tx,
    wanted: number,
    options: { isDryRun: boolean; importId: string; named: readonly string[]; now: Date },
  ): Promise<Room>;
  /** Domains of mail addresses that belong to the group itself. */
  ownDomains?(tx: Tx): Promise<string[]>;
  /** The ids of those who were not in it before. */
  insert(tx: Tx, given: { importId: string; userIds: readonly string[] }, now: Date): Promise<string[]>;
  /** Sends the new members a mail. */
  welcome(tx: Tx, userIds: readonly string[]): Promise<void>;
  /** Removes the members of an import who have not acted since; returns the removed and how many remain. */
  deleteIdle(tx: Tx, importId: string): Promise<{ removed: readonly string[]; kept: number }>;
  /** Removes members, and stores their data for an undo; writes the audit log. Returns the removed. */
  takeOut(
    tx: Tx,
    removal: { removalId: string; userIds: readonly string[] },
    now: Date,
  ): Promise<readonly string[]>;
  /** Sends a mail to those who were removed and had got one about joining. */
  tellEnded(tx: Tx, userIds: readonly string[], now: Date): Promise<void>;
  /** Restores removed members who are still readers, and returns their number. Throws if there is no room for all. */
  putBack(tx: Tx, removalId: string, now: Date): Promise<number>;
}
