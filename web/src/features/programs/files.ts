import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import { fetchFile } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';

const portal = PORTAL_PREFIX.program_director;
/** The progress of everybody in all books, of one student, or of one book. */
export async function saveProgressCsv(
  programId: string,
  name: string,
  only: { student_id?: string; book_id?: string } = {},
): Promise<void> {
  const path = `${portal}/programs/${programId}/progress.csv?${new URLSearchParams(only)}`;
  saveFile(await (await fetchFile(path)).blob(), `${name}.csv`);
}
