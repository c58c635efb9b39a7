import type { ImportedRow, PeopleFile } from '@vesalius/contract/people-import';
import { keepUnsent, readUnsent } from '../../lib/unsent.ts';
import type { ColumnChoices, PeopleImportClient } from './import-client.ts';

type PersonText = Pick<ImportedRow, 'email' | 'first_name' | 'second_name'>;
export interface Mend {
  readonly row: number;
  /** The original row of the file. */
  readonly was: PersonText;
  readonly now: PersonText;
}
/** Corrections to a file before its people are added. The browser stores them; the user selects the file again. */
interface KeptMends {
  /** The file's column names, which identify the file, and their meanings. */
  readonly names: readonly string[];
  readonly columns: ColumnChoices;
  readonly mends: readonly Mend[];
}

const textOf = ({ email, first_name, second_name }: PersonText): PersonText => ({
  email,
  first_name,
  second_name,
});
export const sameText = (one: PersonText, other: PersonText): boolean =>
  one.email === other.email && one.first_name === other.first_name && one.second_name === other.second_name;

const formOf = ({ group, id }: PeopleImportClient) => `import:${group}:${id}`;

export function mendsOf(given: readonly ImportedRow[], rows: readonly ImportedRow[]): Mend[] {
  return rows.flatMap((now, index) => {
    const was = given[index];
    return was && !sameText(was, now) ? [{ row: now.row, was: textOf(was), now: textOf(now) }] : [];
  });
}

/** Applies stored corrections to the rows of the file that still have the same content. */
export function withMends(given: readonly ImportedRow[], mends: readonly Mend[]): ImportedRow[] {
  const byRow = new Map(mends.map((mend) => [mend.row, mend]));
  return given.map((row) => {
    const mend = byRow.get(row.row);
    return mend && sameText(mend.was, row) ? { ...row, ...mend.now } : row;
  });
}

export const namesOf = ({ columns }: PeopleFile): string[] => columns.map(({ name }) => name);

export const keepMends = (client: PeopleImportClient, kept: KeptMends | null): void =>
  keepUnsent(formOf(client), kept && kept.mends.length > 0 ? kept : null, { isOfRole: true });

export const readMends = (client: PeopleImportClient): KeptMends | null =>
  readUnsent<KeptMends>(formOf(client));
