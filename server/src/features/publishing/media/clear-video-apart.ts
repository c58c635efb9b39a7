import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WorkProcess } from '../../../platform/work-process.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';
import { BadVideo, type VideoFacts } from '../checks/video-facts.ts';
import type { VideoAnswer, VideoRequest } from './video-protocol.ts';

const CHILD = fileURLToPath(new URL('./video-child.js', import.meta.url));
/** Two: a file that takes its whole time does not keep the others waiting. */
const MAX_CHILDREN = 2;
/** An idle process ends after this time, which frees its memory. */
const IDLE_MS = 20_000;

export interface VideoLimits {
  readonly timeLimitMs: number;
  /** More for each megabyte, which is copied: ten megabytes a second on a busy disk. */
  readonly timeLimitMsPerMegabyte: number;
  /** The positions of a ten-hour lecture take two hundred. */
  readonly heapMb: number;
}
const LIMITS: VideoLimits = { timeLimitMs: 60_000, timeLimitMsPerMegabyte: 100, heapMb: 512 };

/** The limits of time or memory were exceeded: on another machine, or later, they may not be. */
export class VideoTooLarge extends BadVideo {}

/** Clears videos in child processes with limits on time and memory. */
export class VideoClearer {
  readonly #idle: WorkProcess<VideoRequest, VideoAnswer>[] = [];
  // No file is refused here: a caller sends one after the other.
  readonly #queue = new WorkQueue({
    concurrency: MAX_CHILDREN,
    maxWaiting: Number.POSITIVE_INFINITY,
    retryAfterSeconds: 0,
  });
  readonly #program: () => string;
  readonly #limits: VideoLimits;

  constructor(program: () => string, limits: Partial<VideoLimits> = {}) {
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Writes a copy without metadata. Throws BadVideo. */
  async clear(request: VideoRequest, signal?: AbortSignal): Promise<VideoFacts> {
    const first = await this.#askOnce(request, signal);
    // The machine may be the cause, so the file is cleared once more in a new process.
    const end = first.tell === 'died' ? await this.#askOnce(request, signal) : first;
    if (end.tell === 'cleared') return end.facts;
    if (end.tell === 'failed') throw new Error(`a video could not be cleared: ${end.message}`);
    if (end.tell === 'refused') throw new BadVideo(end.text);
    throw new VideoTooLarge(
      end.tell === 'late'
        ? `takes longer than ${end.seconds} seconds to read; export it again`
        : 'takes more memory to read than a file may; export it again',
    );
  }

  async #askOnce(request: VideoRequest, signal: AbortSignal | undefined) {
    const { timeLimitMs, timeLimitMsPerMegabyte, heapMb } = this.#limits;
    const { size } = await stat(request.path);
    return this.#queue.run(async () => {
      signal?.throwIfAborted();
      const limits = { timeLimitMs, heapMb, memoryLimitMb: heapMb, idleMs: IDLE_MS };
      const child = this.#idle.pop() ?? new WorkProcess(this.#program(), limits);
      try {
        return await child.ask(request, timeLimitMs + (size / 1_000_000) * timeLimitMsPerMegabyte, signal);
      } finally {
        this.#idle.push(child);
      }
    });
  }
}

let program = CHILD;
const clearer = new VideoClearer(() => program);

/** For tests, which run from the sources: the child's program is not beside this file. */
export function useVideoProgram(path: string): void {
  program = path;
}

/** Writes a copy without metadata, in a child process that ends when `signal` aborts. Throws BadVideo. */
export const clearVideoApart = (request: VideoRequest, signal?: AbortSignal): Promise<VideoFacts> =>
  clearer.clear(request, signal);
