/**
 * The process that reads DICOM files of strangers: `node dicom-child.js`, one file at a time over IPC. A file of many
 * small attributes keeps its thread and not the server's.
 */
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { BadDicom, readDicomSlice } from './dicom-check.ts';
import type { DicomAnswer, DicomRequest } from './dicom-protocol.ts';

async function answer({ path, identity, output }: DicomRequest): Promise<DicomAnswer> {
  const { slice, content } = await readDicomSlice(path, {
    ...{ identity, uidKey: output?.uidKey, kept: new Set(output?.kept) },
    wantsContent: output !== undefined,
  });
  if (output) await writeFile(output.path, content);
  return { tell: 'read', slice };
}

function failure(error: unknown): DicomAnswer {
  if (error instanceof BadDicom) return { tell: 'refused', text: error.message };
  // The system says what the file has nothing to do with, such as a full disk.
  if (error instanceof Error && 'code' in error && 'syscall' in error)
    return { tell: 'failed', message: error.message };
  return { tell: 'refused', text: 'is damaged; export it again' };
}

try {
  // When the machine runs out of memory, Linux ends this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '900');
} catch {
  // The system is not Linux.
}
process.on('disconnect', () => process.exit(0));
process.on('message', (request: DicomRequest) => {
  void answer(request)
    .catch(failure)
    .then((told) => process.send?.(told));
});
process.send?.({ tell: 'ready' } satisfies DicomAnswer);
