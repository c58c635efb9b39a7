/**
 * The process that clears videos of strangers: `node video-child.js`, one file at a time over IPC. A file of many small
 * parts keeps its thread and not the server's.
 */
import { writeFileSync } from 'node:fs';
import { BadVideo } from '../checks/video-facts.ts';
import type { VideoAnswer, VideoRequest } from './video-protocol.ts';
import { copyWithoutMetadata } from './without-metadata.ts';

function failure(error: unknown): VideoAnswer {
  if (error instanceof BadVideo) return { tell: 'refused', text: error.message };
  return { tell: 'failed', message: error instanceof Error ? error.message : String(error) };
}

try {
  // When the machine runs out of memory, Linux ends this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '900');
} catch {
  // The system is not Linux.
}
process.on('disconnect', () => process.exit(0));
process.on('message', ({ path, output }: VideoRequest) => {
  void copyWithoutMetadata(path, output)
    .then((facts): VideoAnswer => ({ tell: 'cleared', facts }), failure)
    .then((answer) => process.send?.(answer));
});
process.send?.({ tell: 'ready' } satisfies VideoAnswer);
