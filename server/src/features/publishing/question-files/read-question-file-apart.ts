import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFromOutside } from '../../../platform/work-process.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';
import { type ReadAnswer, type ReadRequest, refusalOfSize } from './apart-protocol.ts';
import { type QuestionFile, refusedFile } from './question-file.ts';

const CHILD = fileURLToPath(new URL('./question-file-child.js', import.meta.url));
const TIME_LIMIT_MS = 20_000;
const JAVASCRIPT_HEAP_MB = 512;
const INTERRUPTED = 'Reading the file was interrupted on the server. Send it again.';
/** One file at a time per process: reading uses a full core, and a file uses much memory. */
const reading = new WorkQueue({ concurrency: 1, maxWaiting: 6, maxWaitingPerKey: 2, retryAfterSeconds: 10 });

export interface ApartOptions {
  /** The user who waits for it: senders take turns. */
  readonly sender: string;
  readonly timeLimitMs?: number;
  readonly heapMb?: number;
  /** The child's program, if it is not beside this file (tests run from the sources). */
  readonly childProgram?: string;
}

/**
 * Reads an untrusted file in a child process with limits on time and memory. A crash or an exceeded limit becomes a
 * sentence in the findings.
 */
export async function readQuestionFileApart(
  /** Called when its turn comes: waiting requests use no memory for their files. */
  fetchBytes: () => Promise<Uint8Array>,
  name: string,
  options: ApartOptions,
): Promise<QuestionFile> {
  return await reading.run(async () => {
    const bytes = await fetchBytes();
    // The child refuses it too; this check avoids the copy, which takes this process a quarter of a second.
    const refusal = refusalOfSize(bytes);
    if (refusal) return refusedFile(null, refusal);
    const file = await readInChild({ bytes, name }, options);
    // Once more: the file is not at fault.
    return file ?? (await readInChild({ bytes, name }, options)) ?? refusedFile(null, INTERRUPTED);
  }, options.sender);
}

/** Null: the process was ended from outside. */
function readInChild(
  request: ReadRequest,
  { childProgram = CHILD, timeLimitMs = TIME_LIMIT_MS, heapMb = JAVASCRIPT_HEAP_MB }: ApartOptions,
): Promise<QuestionFile | null> {
  return new Promise((resolve, reject) => {
    const child = fork(childProgram, [], {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // The child needs none of the server's variables, and must not see its secrets.
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      finish();
    };
    const refuse = (text: string) => settle(() => resolve(refusedFile(null, text)));
    const timer = setTimeout(
      () =>
        refuse(
          `Reading the file takes longer than ${timeLimitMs / 1000} seconds. Divide it into several files.`,
        ),
      timeLimitMs,
    );
    child.on('message', (answer: ReadAnswer) =>
      settle(() => ('file' in answer ? resolve(answer.file) : reject(new Error(answer.failure)))),
    );
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (_, killedBy) => {
      if (isFromOutside(killedBy)) settle(() => resolve(null));
      else refuse('Reading the file failed, mostly for want of memory. Divide it into several files.');
    });
    child.send(request, () => {});
  });
}
