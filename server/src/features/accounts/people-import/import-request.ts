import type { ImportQuery, LooseRow, PeopleFile } from '@vesalius/contract/people-import';
import type { FastifyRequest } from 'fastify';
import { demand } from '../../../platform/errors.ts';
import type { NumberedRow } from './check-rows.ts';
import { demandColumns, readPeopleFile } from './read-people-file.ts';

/** The people of a request: a list, or a file in the named field of a form. */
export async function peopleOf(
  request: FastifyRequest,
  { field, listed, query }: { field: string; listed: readonly LooseRow[] | undefined; query: ImportQuery },
): Promise<{ rows: readonly NumberedRow[]; file: PeopleFile | null }> {
  if (!request.isMultipart()) {
    demand(listed, 'invalid', { [field.split('[')[0] ?? field]: 'A list of users, or a file, is needed' });
    return { rows: listed, file: null };
  }
  const part = await request.file();
  demand(part && part.fieldname === field, 'csv_invalid', {
    users_file: `The file is expected in the field ${field}.`,
  });
  const { file, rows } = await readPeopleFile(await part.toBuffer(), {
    email: query.email_column,
    first_name: query.first_name_column,
    second_name: query.second_name_column,
    full_name: query.full_name_column,
  });
  // Tried first, it answers with the columns to choose from.
  if (!query.dry_run) demandColumns(file);
  return { rows, file };
}
