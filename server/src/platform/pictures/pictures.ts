import { fileURLToPath } from 'node:url';
import { type ProcessLimits, WorkProcess } from '../work-process.ts';
import { WorkQueue } from '../work-queue.ts';
import type {
  EncodedPicture,
  EncodeRequest,
  PictureAnswer,
  PictureRequest,
  PictureSource,
} from './picture-protocol.ts';

const CHILD = fileURLToPath(new URL('./picture-child.js', import.meta.url));
/** For requests that wait for their turn; immediate ones have further processes. */
const MAX_CHILDREN = 2;
const TIME_LIMIT_MS = 30_000;
/** 100 million pixels of an interlaced PNG with 16 bits are 800 MB. */
const MEMORY_LIMIT_MB = 1536;
const JAVASCRIPT_HEAP_MB = 256;
/** An idle process ends after this time, which frees its memory. */
const IDLE_MS = 20_000;

type PictureProcess = WorkProcess<PictureRequest, PictureAnswer>;

/** A picture that cannot be used; the text completes "figure.png ...". */
export class PictureRefused extends Error {}

export interface PictureOptions extends Partial<ProcessLimits> {
  /** The child's program, if it is not beside this file (tests run from the sources). */
  readonly childProgram?: string;
  readonly maxChildren?: number;
}

export interface PictureTurn {
  /** The owner of the picture: pictures with the same key wait in order, and keys take turns. */
  readonly key?: string;
  /** Does not wait for other pictures: for callers with a limit of their own. */
  readonly isImmediate?: boolean;
  /** The time limit of this picture, if it differs from the general one. */
  readonly timeLimitMs?: number;
}

/**
 * Decodes pictures in child processes, which are started on demand, kept while there is work, and replaced when they
 * die. A picture whose process dies is retried once, and then refused.
 */
export class Pictures {
  readonly #idle: PictureProcess[] = [];
  readonly #queue: WorkQueue;
  readonly #start: () => PictureProcess;

  constructor({ childProgram = CHILD, maxChildren = MAX_CHILDREN, ...given }: PictureOptions = {}) {
    const limits = {
      ...{ timeLimitMs: TIME_LIMIT_MS, memoryLimitMb: MEMORY_LIMIT_MB, heapMb: JAVASCRIPT_HEAP_MB },
      ...{ idleMs: IDLE_MS, ...given },
    };
    // No picture is refused here: callers limit how many they send.
    this.#queue = new WorkQueue({
      concurrency: maxChildren,
      maxWaiting: Number.POSITIVE_INFINITY,
      retryAfterSeconds: 0,
    });
    this.#start = () => new WorkProcess(childProgram, limits);
  }

  /** Finds the problem of a picture that is to be published; the text completes "figure.png ...". */
  async findProblem(source: PictureSource, turn: PictureTurn = {}): Promise<string | null> {
    try {
      const answer = await this.#ask({ ask: 'check', source }, turn);
      if (answer.tell !== 'checked') throw new Error(`a check was answered with "${answer.tell}"`);
      return answer.problem;
    } catch (error) {
      if (error instanceof PictureRefused) return error.message;
      throw error;
    }
  }

  /** Throws PictureRefused. */
  async encode(request: EncodeRequest, turn: PictureTurn = {}): Promise<EncodedPicture> {
    const answer = await this.#ask({ ask: 'encode', ...request }, turn);
    if (answer.tell === 'failed')
      throw new PictureRefused('is damaged and cannot be shown whole; export it again', {
        cause: new Error(answer.message),
      });
    if (answer.tell !== 'encoded') throw new Error(`a picture was answered with "${answer.tell}"`);
    return answer.picture;
  }

  async #ask(request: PictureRequest, turn: PictureTurn): Promise<PictureAnswer> {
    const first = await this.#askOnce(request, turn);
    // The machine may be the cause, so the picture is retried once in a new process.
    const end = first.tell === 'died' ? await this.#askOnce(request, turn) : first;
    if (end.tell === 'died')
      throw new PictureRefused(`makes the decoder fail (${end.reason}); export it again in another format`);
    if (end.tell === 'late')
      throw new PictureRefused(`takes longer than ${end.seconds} seconds to decode; make it smaller`);
    if (end.tell === 'too large')
      throw new PictureRefused(`takes more than ${end.megabytes} MB to decode; make it smaller`);
    return end;
  }

  #askOnce(request: PictureRequest, { key, isImmediate, timeLimitMs }: PictureTurn) {
    const work = async () => {
      const child = this.#idle.pop() ?? this.#start();
      try {
        return await child.ask(request, timeLimitMs);
      } finally {
        this.#idle.push(child);
      }
    };
    return isImmediate ? work() : this.#queue.run(work, key);
  }
}
