import type { ImportResult } from '@vesalius/contract/people-import';
import { PERSON_MESSAGES } from '@vesalius/contract/people-import-messages';
import type { Db } from '../../platform/database/database.ts';
import { ProductError } from '../../platform/errors.ts';
import type { CheckedRow } from '../accounts/people-import/check-rows.ts';
import { importPeople, type PeopleToImport } from '../accounts/people-import/import-people.ts';

/** A single student of the form who cannot be added is refused with the reason; in a file it is one row of many. */
export const assignUsers = (db: Db, given: PeopleToImport, now: Date): Promise<ImportResult> =>
  importPeople(db, given, now, (rows) => {
    const [row] = rows;
    return row && rows.length === 1 && !given.file && !given.importId ? refusalOf(row) : null;
  });

function refusalOf({ outcome, fields }: CheckedRow): ProductError | null {
  if (outcome === 'already_in') return new ProductError('duplicate_student');
  if (outcome === 'invalid') return new ProductError('invalid', { fields: fields ?? {} });
  if (outcome === 'refused')
    return new ProductError('invalid', { fields: { email: PERSON_MESSAGES.notToBeAdded } });
  return null;
}
