import multipart from '@fastify/multipart';
import { fieldText } from '@vesalius/contract/field-text';
import type { ImportQuery, LooseRow, PeopleFile } from '@vesalius/contract/people-import';
import { IMPORT_FILE_MAX_BYTES } from '@vesalius/contract/people-import-limits';
import { FILE_MESSAGES } from '@vesalius/contract/people-import-messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demand, ProductError } from '../../../platform/errors.ts';
import { asProductError } from '../../../platform/http.ts';
import type { NumberedRow } from './check-rows.ts';
import { demandColumns, readPeopleFileApart } from './read-people-file-apart.ts';

/** Lets the calls of `app` accept a form with one file. Idempotent, because several features call it. */
export async function acceptPeopleFiles(app: FastifyInstance): Promise<void> {
  if (!app.hasContentTypeParser('multipart/form-data'))
    await app.register(multipart, { limits: { files: 1, fields: 10, fileSize: IMPORT_FILE_MAX_BYTES } });
}

/** The people of a request: a list, or a file in the named form field. `actorId` is the caller. */
export async function peopleOf(
  request: FastifyRequest,
  {
    actorId,
    field,
    listed,
    query,
  }: { actorId: string; field: string; listed: readonly LooseRow[] | undefined; query: ImportQuery },
): Promise<{ rows: readonly NumberedRow[]; file: PeopleFile | null }> {
  if (!request.isMultipart()) {
    demand(listed, 'invalid', { [field.split('[')[0] ?? field]: FILE_MESSAGES.listOrFile });
    return { rows: listed, file: null };
  }
  const chosen = {
    email: query.email_column,
    first_name: query.first_name_column,
    second_name: query.second_name_column,
    full_name: query.full_name_column,
  };
  const { file, rows } = await readPeopleFileApart(await onlyFileOf(request, field), chosen, actorId);
  if (!query.dry_run) demandColumns(file);
  return { rows, file };
}

/** A second file is refused, because nobody would notice that it was ignored. */
async function onlyFileOf(request: FastifyRequest, field: string): Promise<Buffer> {
  let bytes: Buffer | null = null;
  try {
    for await (const part of request.files()) {
      const content = await part.toBuffer();
      if (part.fieldname === field) bytes = content;
    }
  } catch (cause) {
    if ((cause as { code?: string }).code === 'FST_FILES_LIMIT')
      throw new ProductError('csv_invalid', { fields: { users_file: FILE_MESSAGES.oneFile }, cause });
    // Other errors of the parser concern the form, but not all of them have a status.
    const known = asProductError(cause);
    throw known.code === 'internal' ? new ProductError('malformed', { cause }) : known;
  }
  demand(bytes, 'csv_invalid', { users_file: fieldText('fileExpected', { name: field }) });
  return bytes;
}
