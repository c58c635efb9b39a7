import { fileURLToPath } from 'node:url';
import { type FieldText, fieldText } from '@vesalius/contract/field-text';
import type { PeopleFile } from '@vesalius/contract/people-import';
import { missingColumns } from '@vesalius/contract/people-import-limits';
import { FILE_MESSAGES } from '@vesalius/contract/people-import-messages';
import { ProductError } from '../../../platform/errors.ts';
import { WorkProcess } from '../../../platform/work-process.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';
import type { PeopleFileAnswer, PeopleFileRequest, ReadPeople } from './people-file-protocol.ts';
import type { ColumnChoices } from './read-people-file.ts';

const CHILD = fileURLToPath(new URL('./people-file-child.js', import.meta.url));
const HEAP_MB = 384;
/** A list of 20,000 people takes one second. */
const LIMITS = { timeLimitMs: 20_000, heapMb: HEAP_MB, memoryLimitMb: HEAP_MB, idleMs: 20_000 };

/** One at a time per process: reading uses a full core, and a file uses much memory. */
const reading = new WorkQueue({ concurrency: 1, maxWaiting: 20, retryAfterSeconds: 5 });
let program = CHILD;
let child: WorkProcess<PeopleFileRequest, PeopleFileAnswer> | null = null;

/** For tests, which run from the sources: the child's program is not beside this file. */
export function usePeopleFileProgram(path: string): void {
  program = path;
  child = null;
}

const refuse = (text: FieldText): never => {
  throw new ProductError('csv_invalid', { fields: { users_file: text } });
};

/**
 * Reads the people of a CSV or Excel file in a child process with limits on time and memory. `sender` is the caller: senders
 * take turns, so that many files of one do not delay others for long.
 */
export async function readPeopleFileApart(
  bytes: Uint8Array,
  chosen: ColumnChoices,
  sender: string,
  timeLimitMs = LIMITS.timeLimitMs,
): Promise<ReadPeople> {
  const end = await reading.run(async () => {
    child ??= new WorkProcess(program, LIMITS);
    const first = await child.ask({ bytes, chosen }, timeLimitMs);
    // Ended from outside: the file is read once more in a new process.
    const isInterrupted = first.tell === 'died' && first.isFromOutside;
    return isInterrupted ? child.ask({ bytes, chosen }, timeLimitMs) : first;
  }, sender);
  if (end.tell === 'read') return end.people;
  if (end.tell === 'failed') throw new Error(`a file of people could not be read: ${end.message}`);
  if (end.tell === 'refused') return refuse(end.text);
  if (end.tell === 'died' && end.isFromOutside) return refuse(FILE_MESSAGES.interrupted);
  return refuse(
    end.tell === 'late' ? fieldText('readingTooLong', { count: end.seconds }) : FILE_MESSAGES.tooMuchMemory,
  );
}

/** For an import that adds people; a dry run answers the columns to choose from instead. */
export function demandColumns({ mapping }: PeopleFile): void {
  const missing = missingColumns(mapping);
  if (missing.length > 0) refuse(fieldText('columnsMissing', { names: missing.join(', ') }));
}
