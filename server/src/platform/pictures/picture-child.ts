/**
 * The process that decodes pictures: `node picture-child.js <memory limit in MB>`, controlled over IPC
 * (picture-protocol.ts), one picture at a time. If it runs out of memory, hangs or crashes, the server is not
 * affected.
 */
import { writeFileSync } from 'node:fs';
import { OUT_OF_MEMORY_CODE } from '../work-process.ts';
import { encodePicture } from './encode-picture.ts';
import { findPictureProblem } from './picture-problem.ts';
import type { PictureAnswer, PictureRequest } from './picture-protocol.ts';

const [memoryLimitMb = '1536'] = process.argv.slice(2);
const BYTES_A_MEGABYTE = 1_048_576;
const WATCH_INTERVAL_MS = 25;

async function answer(request: PictureRequest): Promise<PictureAnswer> {
  if (request.ask === 'check') return { tell: 'checked', problem: await findPictureProblem(request.source) };
  return { tell: 'encoded', picture: await encodePicture(request) };
}

// Decoders run in libuv's threads, so this thread can watch their memory.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryLimitMb) * BYTES_A_MEGABYTE) process.exit(OUT_OF_MEMORY_CODE);
}, WATCH_INTERVAL_MS);
try {
  // When the machine runs out of memory, Linux ends this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '900');
} catch {
  // The system is not Linux.
}
process.on('disconnect', () => process.exit(0));
process.on('message', (request: PictureRequest) => {
  void answer(request)
    .catch((error: unknown): PictureAnswer => {
      return { tell: 'failed', message: error instanceof Error ? error.message : String(error) };
    })
    .then((told) => process.send?.(told));
});
process.send?.({ tell: 'ready' } satisfies PictureAnswer);
