import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFromOutside } from '../../../platform/work-process.ts';
import type { UnpackAnswer, UnpackRequest } from './unpack-protocol.ts';

const CHILD = fileURLToPath(new URL('./unpack-child.js', import.meta.url));
/** For one file of the archive, the largest. */
const STEP_TIME_LIMIT_MS = 60_000;
const JAVASCRIPT_HEAP_MB = 512;

/** Nothing can be made of the archive. The text completes "The archive ...". */
export class BadArchive extends Error {}

export interface UnpackOptions {
  readonly signal?: AbortSignal;
  readonly stepTimeLimitMs?: number;
  /** The child's program, when it is not beside this file (tests run from the sources). */
  readonly unpackProgram?: string;
}

/** Unpacks the DICOM files of an archive into a folder, in a process of its own. */
export function unpackArchive(
  request: UnpackRequest,
  { signal, stepTimeLimitMs = STEP_TIME_LIMIT_MS, unpackProgram = CHILD }: UnpackOptions = {},
): Promise<Extract<UnpackAnswer, { tell: 'unpacked' }>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = fork(unpackProgram, [], {
      execArgv: [`--max-old-space-size=${JAVASCRIPT_HEAP_MB}`],
      // It needs nothing of ours; secrets stay here.
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    let step: NodeJS.Timeout | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(step);
      signal?.removeEventListener('abort', onAbort);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      finish();
    };
    const refuse = (text: string) => settle(() => reject(new BadArchive(text)));
    const onAbort = () => settle(() => reject(signal?.reason));
    const restartStep = () => {
      clearTimeout(step);
      step = setTimeout(() => refuse('takes too long to unpack'), stepTimeLimitMs);
    };
    restartStep();
    signal?.addEventListener('abort', onAbort);
    child.on('message', (answer: UnpackAnswer) => {
      if (answer.tell === 'progress') restartStep();
      else if (answer.tell === 'refused') refuse(answer.text);
      else settle(() => resolve(answer));
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (_, killedBy) => {
      // The job tries again: the file is not at fault.
      if (isFromOutside(killedBy))
        settle(() => reject(new Error(`the process that unpacks an archive was ended by ${killedBy}`)));
      else refuse('takes too much memory to unpack');
    });
    child.send(request, () => {});
  });
}
