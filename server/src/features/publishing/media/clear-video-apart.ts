import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WorkProcesses } from '../../../platform/work-processes.ts';
import { BadVideo, type VideoFacts } from '../checks/video-facts.ts';
import type { VideoAnswer, VideoRequest } from './video-protocol.ts';

const CHILD = fileURLToPath(new URL('./video-child.js', import.meta.url));

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
  readonly #processes: WorkProcesses<VideoRequest, VideoAnswer>;
  readonly #limits: VideoLimits;

  constructor(program: () => string, limits: Partial<VideoLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#processes = new WorkProcesses(program, this.#limits);
  }

  /** Writes a copy without metadata. Throws BadVideo. */
  async clear(request: VideoRequest, signal?: AbortSignal): Promise<VideoFacts> {
    const { size } = await stat(request.path);
    const timeLimitMs = this.#limits.timeLimitMs + (size / 1_000_000) * this.#limits.timeLimitMsPerMegabyte;
    const end = await this.#processes.ask(request, { timeLimitMs, signal });
    if (end.tell === 'cleared') return end.facts;
    if (end.tell === 'failed') throw new Error(`a video could not be cleared: ${end.message}`);
    if (end.tell === 'refused') throw new BadVideo(end.text);
    throw new VideoTooLarge(
      end.tell === 'late'
        ? `takes longer than ${end.seconds} seconds to read; export it again`
        : 'takes more memory to read than a file may; export it again',
    );
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
