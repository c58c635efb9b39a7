import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { AssignResult } from '@vesalius/contract/programs';
import { fetchFile } from '../../lib/api-client.ts';

/* Files in and out, which the typed client, made for JSON, does not carry. */

const portal = PORTAL_PREFIX.program_director;
/** The file as the server reads it; nothing is stored. */
export async function tryStudentsFile(programId: string, file: File): Promise<AssignResult> {
  const form = new FormData();
  form.append('program[users_file]', file, file.name);
  const path = `${portal}/programs/${programId}/assign_users?dry_run=true`;
  const response = await fetchFile(path, { method: 'POST', body: form });
  return (await response.json()) as AssignResult;
}

/** Of everybody and everything, of one student, or of one book. */
export async function saveProgressCsv(
  programId: string,
  name: string,
  only: { student_id?: string; book_id?: string } = {},
): Promise<void> {
  const path = `${portal}/programs/${programId}/progress.csv?${new URLSearchParams(only)}`;
  saveBlob(await (await fetchFile(path)).blob(), `${name}.csv`);
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
