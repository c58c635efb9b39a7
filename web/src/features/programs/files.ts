import type { ErrorBody } from '@vesalius/contract/atoms';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { AssignResult } from '@vesalius/contract/programs';
import { CallError } from '../../lib/api-client.ts';
import { getSession } from '../../lib/session.ts';

/* Files in and out, which the typed client, made for JSON, does not carry. */

const portal = PORTAL_PREFIX.program_director;
const authorization = () => ({ authorization: `Bearer ${getSession()?.token ?? ''}` });

async function demandOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new CallError(response.status, (await response.json().catch(() => ({}))) as Partial<ErrorBody>);
}

/** The file as the server reads it; nothing is stored. */
export async function tryStudentsFile(programId: string, file: File): Promise<AssignResult> {
  const form = new FormData();
  form.append('program[users_file]', file, file.name);
  const response = await fetch(`${portal}/programs/${programId}/assign_users?dry_run=true`, {
    method: 'POST',
    headers: authorization(),
    body: form,
  });
  return (await (await demandOk(response)).json()) as AssignResult;
}

/** Of everybody and everything, of one student, or of one book. */
export async function saveProgressCsv(
  programId: string,
  name: string,
  only: { student_id?: string; book_id?: string } = {},
): Promise<void> {
  const response = await fetch(`${portal}/programs/${programId}/progress.csv?${new URLSearchParams(only)}`, {
    headers: authorization(),
  });
  saveBlob(await (await demandOk(response)).blob(), `${name}.csv`);
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
