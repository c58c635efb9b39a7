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
  /** The number of people who can be added. */
  readonly room: number;
  /** The number of seats of idle members that are freed for them, or would be. */
  readonly freedSeats: number;
  /** The members who have these seats, as far as they are listed. */
  readonly freedMembers: readonly { readonly name: string; readonly email: string }[];
}

/** A group to which people are added and from which they are removed: students of a program, members of an institution. */
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
   * How many of `wanted` people can be added. Frees seats of idle members for them, unless `isDryRun`. Members who are
   * `named` by this list, or by an earlier list of the same import, keep their seats.
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
