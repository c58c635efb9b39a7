import { fileURLToPath } from 'node:url';
import { WorkQueue } from '../work-queue.ts';
import { PictureProcess, type ProcessLimits } from './picture-process.ts';
import type {
  EncodedPicture,
  EncodeRequest,
  PictureAnswer,
  PictureRequest,
  PictureSource,
} from './picture-protocol.ts';

const CHILD = fileURLToPath(new URL('./picture-child.js', import.meta.url));
/** For requests that wait for their turn; the others come on top. */
const MAX_CHILDREN = 2;
const TIME_LIMIT_MS = 30_000;
/** 100 million pixels of an interlaced PNG with 16 bits are 800 MB. */
const MEMORY_LIMIT_MB = 1536;
/** A process without work gives its memory back. */
const IDLE_MS = 20_000;

/** A picture that cannot be used; the text completes "figure.png ...". */
export class PictureRefused extends Error {}

export interface PictureOptions extends Partial<ProcessLimits> {
  /** The child's program, when it is not beside this file (tests run from the sources). */
  readonly childProgram?: string;
  readonly maxChildren?: number;
}

export interface PictureTurn {
  /** Whose picture it is: pictures of one key wait in their order, and keys take turns. */
  readonly key?: string;
  /** Does not wait for other pictures: for callers that limit themselves how many they send at once. */
  readonly isImmediate?: boolean;
  /** Of this picture, where it differs from that of all. */
  readonly timeLimitMs?: number;
}

/**
 * Decodes pictures in child processes, which are started when they are needed, kept while there is work, and replaced when
 * they die. A picture whose process dies is tried once more; then it is refused.
 */
export class Pictures {
  readonly #idle: PictureProcess[] = [];
  readonly #queue: WorkQueue;
  readonly #start: () => PictureProcess;

  constructor({ childProgram = CHILD, maxChildren = MAX_CHILDREN, ...given }: PictureOptions = {}) {
    const limits = { timeLimitMs: TIME_LIMIT_MS, memoryLimitMb: MEMORY_LIMIT_MB, idleMs: IDLE_MS, ...given };
    // No picture is refused here: callers limit how many they send.
    this.#queue = new WorkQueue({
      concurrency: maxChildren,
      maxWaiting: Number.POSITIVE_INFINITY,
      retryAfterSeconds: 0,
    });
    this.#start = () => new PictureProcess(childProgram, limits);
  }

  /** What is wrong with a picture that is to be published; the text completes "figure.png ...". */
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
    // It may have been the machine: the same picture gets another process, once.
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
