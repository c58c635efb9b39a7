import { setImmediate as turn } from 'node:timers/promises';
import { type FieldText, textOfIssue } from '@vesalius/contract/field-text';
import { issueText } from '@vesalius/contract/issue-text';
import { type ImportedRow, type LooseRow, PersonToAdd } from '@vesalius/contract/people-import';
import { PERSON_MESSAGES } from '@vesalius/contract/people-import-messages';
import { visibleText } from '@vesalius/contract/visible-text';
import type { KnownAddress } from './people-group.ts';

/** A row of a file keeps its row number. */
export interface NumberedRow extends LooseRow {
  readonly row?: number;
}

/** A spreadsheet would run such text as a formula, so it is not accepted as a name; the message names it for correction. */
const FORMULA = /^[=+\-@\t\r]/;
const ROWS_AT_ONCE = 200;

export interface CheckedRow extends ImportedRow {
  readonly fields?: Record<string, FieldText>;
  /** The account with this address, if there is one. */
  readonly userId: string | null;
  /** Already in the group; with the outcome `added`, because of an earlier request of the same import. */
  readonly isIn: boolean;
}

/**
 * Each row with its outcome, in the order of the rows. An invalid row does not affect the others; of two rows with the same
 * address the first counts.
 */
export async function checkRows(
  rows: readonly NumberedRow[],
  known: ReadonlyMap<string, KnownAddress>,
  importId: string | null,
): Promise<CheckedRow[]> {
  const seen = new Set<string>();
  const check = (given: NumberedRow, index: number): CheckedRow => {
    const result = PersonToAdd.safeParse(given, { error: issueText });
    const row = {
      row: given.row ?? index + 1,
      email: given.email.trim().toLowerCase(),
      first_name: visibleText(given.first_name),
      second_name: visibleText(given.second_name),
    };
    const fields = complaints(row, result.error?.issues ?? []);
    const bad = { ...row, userId: null, isIn: false };
    if (Object.keys(fields).length > 0) return { ...bad, outcome: 'invalid', fields };
    if (seen.has(row.email)) return { ...bad, outcome: 'repeated' };
    seen.add(row.email);
    const account = known.get(row.email);
    const { userId = null, isInGroup: isIn = false } = account ?? {};
    return { ...row, outcome: outcomeOf(account, importId), userId, isIn };
  };
  const checked: CheckedRow[] = [];
  for (const [index, given] of rows.entries()) {
    // Other requests are answered between slices of a long list.
    if (index % ROWS_AT_ONCE === 0) await turn();
    checked.push(check(given, index));
  }
  return checked;
}

/**
 * The outcome must not reveal who has an account: a reader's address and an unknown one are added alike. A user with another
 * role cannot be added, and the reason is not given.
 */
function outcomeOf(account: KnownAddress | undefined, importId: string | null): ImportedRow['outcome'] {
  if (!account) return 'added';
  // A repeated request of the same import gets the same answer.
  if (account.isInGroup) return importId !== null && account.importId === importId ? 'added' : 'already_in';
  return account.role === 'customer' ? 'added' : 'refused';
}

function complaints(
  given: LooseRow,
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, FieldText> {
  const fields: Record<string, FieldText> = {};
  for (const issue of issues) fields[String(issue.path[0])] ??= textOfIssue(issue);
  for (const name of ['first_name', 'second_name'] as const)
    if (FORMULA.test(given[name])) fields[name] = PERSON_MESSAGES.nameIsFormula;
  return fields;
}
