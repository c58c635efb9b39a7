/**
 * The process that reads CSV and Excel files of people: `node people-file-child.js`, one file at a time over IPC. A small
 * file of many empty rows or tags keeps this thread for seconds, and not the server's.
 */
import { UnreadableFile } from '../../../platform/spreadsheet/unreadable-file.ts';
import type { PeopleFileAnswer, PeopleFileRequest } from './people-file-protocol.ts';
import { readPeopleFile } from './read-people-file.ts';

const tell = (answer: PeopleFileAnswer) => process.send?.(answer);

process.on('disconnect', () => process.exit(0));
process.on('message', ({ bytes, chosen }: PeopleFileRequest) => {
  readPeopleFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), chosen).then(
    (people) => tell({ tell: 'read', people }),
    (error: unknown) =>
      error instanceof UnreadableFile
        ? tell({ tell: 'refused', text: error.text })
        : tell({ tell: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : '' }),
  );
});
tell({ tell: 'ready' });
