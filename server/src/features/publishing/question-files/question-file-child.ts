/** The process that reads untrusted question files: `node question-file-child.js`, one file over IPC. */
import { sharp } from '../../../platform/pictures/sharp.ts';
import type { ReadAnswer, ReadRequest } from './apart-protocol.ts';
import { readQuestionFile } from './read-question-file.ts';

sharp.concurrency(1);
process.on('disconnect', () => process.exit(0));
process.once('message', ({ bytes, name }: ReadRequest) => {
  readQuestionFile(bytes, name).then(
    (file) => answer({ file }),
    (error: unknown) =>
      answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function answer(message: ReadAnswer): void {
  process.send?.(message);
}
