import type { ImportResult } from '@vesalius/contract/people-import';
import type { Db } from '../../platform/database/database.ts';
import { ProductError } from '../../platform/errors.ts';
import type { CheckedRow } from '../accounts/people-import/check-rows.ts';
import { importPeople, type PeopleToImport } from '../accounts/people-import/import-people.ts';

/** A student of the form, who is no part of an import, is refused with the reason; in a file it is one row of many. */
export const assignUsers = (db: Db, given: PeopleToImport, now: Date): Promise<ImportResult> =>
  importPeople(db, given, now, (rows) => {
    const [row] = rows;
    if (row && rows.length === 1 && !given.file && !given.importId) demandGood(row);
  });

function demandGood(row: CheckedRow): void {
  if (row.outcome === 'already_in') throw new ProductError('duplicate_student');
  if (row.outcome === 'invalid') throw new ProductError('invalid', { fields: row.fields ?? {} });
  if (row.outcome === 'refused')
    throw new ProductError('invalid', { fields: { email: 'This address cannot be added' } });
}
