import { issueText } from '@vesalius/contract/issue-text';
import { type ImportedRow, type LooseRow, PersonToAdd } from '@vesalius/contract/people-import';
import type { KnownAddress } from './people-group.ts';

/** A row of a file keeps its number there. */
export interface NumberedRow extends LooseRow {
  readonly row?: number;
}

/** What a spreadsheet would run as a formula is no name; it is named here so that the row can be corrected. */
const FORMULA = /^[=+\-@\t\r]/;
const NOT_A_NAME = 'A name cannot begin with = + - or @';

export interface CheckedRow extends ImportedRow {
  /** Of the account with this address, where there is one. */
  readonly userId: string | null;
  /** In the group already; with the outcome `added` by an earlier sending of the same part of the import. */
  readonly isIn: boolean;
}

/**
 * Each row with what becomes of it, in the order of the rows. One wrong row says nothing about the others; of two with
 * the same address the first counts.
 */
export function checkRows(
  rows: readonly NumberedRow[],
  known: ReadonlyMap<string, KnownAddress>,
  importId: string | null,
): CheckedRow[] {
  const seen = new Set<string>();
  return rows.map((given, index) => {
    const result = PersonToAdd.safeParse(given, { error: issueText });
    const fields = complaints(given, result.error?.issues ?? []);
    const row = {
      row: given.row ?? index + 1,
      email: given.email.trim().toLowerCase(),
      first_name: given.first_name.trim(),
      second_name: given.second_name.trim(),
    };
    const bad = { ...row, userId: null, isIn: false };
    if (Object.keys(fields).length > 0) return { ...bad, outcome: 'invalid', fields };
    if (seen.has(row.email)) return { ...bad, outcome: 'repeated' };
    seen.add(row.email);
    const account = known.get(row.email);
    const { userId = null, isInGroup: isIn = false } = account ?? {};
    return { ...row, outcome: outcomeOf(account, importId), userId, isIn };
  });
}

/**
 * Nobody learns here who has an account: a reader's address and an unknown one are added in the same way. Of somebody with
 * another role it is said that they cannot be added, and not why.
 */
function outcomeOf(account: KnownAddress | undefined, importId: string | null): ImportedRow['outcome'] {
  if (!account) return 'added';
  // The same part of an import sent again gets the same answer as the first time.
  if (account.isInGroup) return importId !== null && account.importId === importId ? 'added' : 'already_in';
  return account.role === 'customer' ? 'added' : 'refused';
}

function complaints(
  given: LooseRow,
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[String(issue.path[0])] ??= issue.message;
  for (const name of ['first_name', 'second_name'] as const)
    if (FORMULA.test(given[name])) fields[name] = NOT_A_NAME;
  return fields;
}
