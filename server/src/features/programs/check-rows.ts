import { type AssignedRow, type LooseRow, StudentToAdd } from '@vesalius/contract/programs';
import { issueText } from '../../platform/issue-text.ts';
import type { KnownAddress } from './assign-queries.ts';

/** What a spreadsheet would run as a formula is no name; it is named here so that the director can mend the row. */
const FORMULA = /^[=+\-@\t\r]/;
const NOT_A_NAME = 'A name cannot begin with = + - or @';

export interface CheckedRow extends AssignedRow {
  /** Of the account with this address, where there is one. */
  readonly userId: string | null;
}

/**
 * Each row with what becomes of it, in the order of the rows. One wrong row says nothing about the others; of two with
 * the same address the first counts.
 */
export function checkRows(
  rows: readonly LooseRow[],
  known: ReadonlyMap<string, KnownAddress>,
  importId: string | null,
): CheckedRow[] {
  const seen = new Set<string>();
  return rows.map((given, index) => {
    const result = StudentToAdd.safeParse(given, { error: issueText });
    const fields = complaints(given, result.error?.issues ?? []);
    const row = {
      row: index + 1,
      email: given.email.trim().toLowerCase(),
      first_name: given.first_name.trim(),
      second_name: given.second_name.trim(),
    };
    if (Object.keys(fields).length > 0) return { ...row, outcome: 'invalid', fields, userId: null };
    if (seen.has(row.email)) return { ...row, outcome: 'repeated', userId: null };
    seen.add(row.email);
    const account = known.get(row.email);
    return { ...row, outcome: outcomeOf(account, importId), userId: account?.userId ?? null };
  });
}

function outcomeOf(account: KnownAddress | undefined, importId: string | null): AssignedRow['outcome'] {
  if (!account) return 'new';
  // The same part of an import sent again gets the same answer as the first time.
  if (account.inProgram) return importId !== null && account.importId === importId ? 'known' : 'already_in';
  return account.role === 'customer' ? 'known' : 'not_a_student';
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
