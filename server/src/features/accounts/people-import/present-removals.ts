import { wholeList } from '@vesalius/contract/atoms';
import type { PeopleRemoval } from '@vesalius/contract/people-import';
import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';

export const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000;

export interface RemovalRow {
  readonly id: string;
  readonly removedAt: Date;
  readonly people: number;
  readonly names: string[];
}

export const presentRemovals = (rows: readonly RemovalRow[]) =>
  wholeList(
    rows.map(
      ({ id, removedAt, people, names }): PeopleRemoval => ({
        id,
        removed_at: removedAt.toISOString(),
        number_of_people: people,
        names,
        undo_until: new Date(removedAt.getTime() + UNDO_MS).toISOString(),
      }),
    ),
  );
