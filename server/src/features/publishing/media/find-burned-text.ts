import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '../../../platform/durations.ts';
import {
  type BurnedText,
  OUT_OF_MEMORY_CODE,
  type RecognitionAnswer,
  type RecognitionQuestion,
} from './recognition-protocol.ts';

const CHILD = fileURLToPath(new URL('./recognition-child.js', import.meta.url));
const MEMORY_LIMIT_MB = 1024;
const JAVASCRIPT_HEAP_MB = 512;
/** The time limits of one file or frame, and of the whole search. */
const STEP_TIME_LIMIT_MS = 60_000;
const TIME_LIMIT_MS = 15 * MINUTE_MS;

/** The text completes "The images could not be looked at: ...". */
export class RecognitionFailed extends Error {}

export interface RecognitionOptions {
  readonly signal?: AbortSignal;
  /** Progress over two passes: comparing, and reading. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly stepTimeLimitMs?: number;
  readonly timeLimitMs?: number;
  readonly memoryLimitMb?: number;
  readonly pictureFolder?: string | undefined;
  /** False: pictures alone. */
  readonly readsLetters?: boolean;
  /** The child's program, if it is not beside this file (tests run from the sources). */
  readonly childProgram?: string;
  /** For tests that observe the process. */
  readonly childOptions?: readonly string[];
}

/**
 * Searches the pixels of DICOM files for burned-in text, in a child process. A person decides about what it finds: a
 * patient's name, or only the side of the body.
 */
export function findBurnedText(
  files: readonly string[],
  options: RecognitionOptions = {},
): Promise<BurnedText> {
  const { signal, onProgress, stepTimeLimitMs = STEP_TIME_LIMIT_MS, timeLimitMs = TIME_LIMIT_MS } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = start(options);
    let step: NodeJS.Timeout | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(step);
      clearTimeout(whole);
      signal?.removeEventListener('abort', onAbort);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      finish();
    };
    const fail = (text: string) => settle(() => reject(new RecognitionFailed(text)));
    const onAbort = () => settle(() => reject(signal?.reason));
    const whole = setTimeout(() => fail('they take too long'), timeLimitMs);
    const restartStep = () => {
      clearTimeout(step);
      step = setTimeout(() => fail('one of them takes too long'), stepTimeLimitMs);
    };
    restartStep();
    signal?.addEventListener('abort', onAbort);
    child.on('message', (answer: RecognitionAnswer) => {
      restartStep();
      if (answer.tell === 'progress') onProgress?.(answer.done, answer.total);
      else if (answer.tell === 'found') settle(() => resolve(answer.found));
      else fail(answer.message);
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (code, killedBy) =>
      fail(
        code === OUT_OF_MEMORY_CODE ? 'they take too much memory' : `the process ended (${killedBy ?? code})`,
      ),
    );
    const { pictureFolder, readsLetters = true } = options;
    child.send({ files, pictureFolder, readsLetters } satisfies RecognitionQuestion, () => {});
  });
}

function start(options: RecognitionOptions): ChildProcess {
  const { childProgram = CHILD, childOptions = [], memoryLimitMb = MEMORY_LIMIT_MB } = options;
  const child = fork(childProgram, [String(memoryLimitMb)], {
    execArgv: [`--max-old-space-size=${JAVASCRIPT_HEAP_MB}`, ...childOptions],
    // The child needs none of the server's variables, and must not see its secrets.
    env: { PATH: process.env.PATH, OMP_THREAD_LIMIT: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // The child has ended already, or the system has no priorities: the result is the same.
  }
  return child;
}
