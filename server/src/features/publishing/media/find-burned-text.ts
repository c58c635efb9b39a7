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
/** For one file or frame, and for all together. */
const STEP_TIME_LIMIT_MS = 60_000;
const TIME_LIMIT_MS = 15 * MINUTE_MS;

/** The text completes "The images could not be looked at: ...". */
class RecognitionFailed extends Error {}

export interface RecognitionOptions {
  readonly signal?: AbortSignal;
  /** Of two rounds over the files: comparing, and reading. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly stepTimeLimitMs?: number;
  readonly timeLimitMs?: number;
  readonly memoryLimitMb?: number;
  /** The child's program, when it is not beside this file (tests run from the sources). */
  readonly childProgram?: string;
  /** For tests that watch what the process does. */
  readonly childOptions?: readonly string[];
}

/**
 * Looks for letters burned into the pixels of DICOM files, in a process of its own. What is found is for a human to decide
 * about: a name of a patient, or the side of the body.
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
    child.send({ files } satisfies RecognitionQuestion, () => {});
  });
}

function start(options: RecognitionOptions): ChildProcess {
  const { childProgram = CHILD, childOptions = [], memoryLimitMb = MEMORY_LIMIT_MB } = options;
  const child = fork(childProgram, [String(memoryLimitMb)], {
    execArgv: [`--max-old-space-size=${JAVASCRIPT_HEAP_MB}`, ...childOptions],
    // It needs nothing of ours; secrets stay here.
    env: { PATH: process.env.PATH, OMP_THREAD_LIMIT: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // It has ended already, or the system has no priorities: the work is the same.
  }
  return child;
}
