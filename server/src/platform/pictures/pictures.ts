import { fileURLToPath } from 'node:url';
import { PictureProcess, type ProcessLimits } from './picture-process.ts';
import type {
  EncodedPicture,
  EncodeRequest,
  PictureAnswer,
  PictureRequest,
  PictureSource,
} from './picture-protocol.ts';

const CHILD = fileURLToPath(new URL('./picture-child.js', import.meta.url));
/** Two: an upload does not wait for a whole import. */
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

/** Of one picture, where it is not that of all. */
type TimeLimit = Partial<Pick<ProcessLimits, 'timeLimitMs'>>;
type Waiting = (child: PictureProcess) => void;

/**
 * Decodes pictures in child processes, which are started when they are needed, kept while there is work, and replaced when
 * they die. A picture whose process dies is tried once more; then it is refused.
 */
export class Pictures {
  readonly #idle: PictureProcess[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #maxChildren: number;
  readonly #start: () => PictureProcess;
  #count = 0;

  constructor({ childProgram = CHILD, maxChildren = MAX_CHILDREN, ...given }: PictureOptions = {}) {
    const limits = { timeLimitMs: TIME_LIMIT_MS, memoryLimitMb: MEMORY_LIMIT_MB, idleMs: IDLE_MS, ...given };
    this.#maxChildren = maxChildren;
    this.#start = () => new PictureProcess(childProgram, limits);
  }

  /** What is wrong with a picture that is to be published; the text completes "figure.png ...". */
  async findProblem(source: PictureSource): Promise<string | null> {
    try {
      const answer = await this.#ask({ ask: 'check', source });
      if (answer.tell !== 'checked') throw new Error(`a check was answered with "${answer.tell}"`);
      return answer.problem;
    } catch (error) {
      if (error instanceof PictureRefused) return error.message;
      throw error;
    }
  }

  /** Throws PictureRefused. */
  async encode(request: EncodeRequest, limits: TimeLimit = {}): Promise<EncodedPicture> {
    const answer = await this.#ask({ ask: 'encode', ...request }, limits);
    if (answer.tell === 'failed')
      throw new PictureRefused('is damaged and cannot be shown whole; export it again', {
        cause: new Error(answer.message),
      });
    if (answer.tell !== 'encoded') throw new Error(`a picture was answered with "${answer.tell}"`);
    return answer.picture;
  }

  async #ask(request: PictureRequest, limits: TimeLimit = {}): Promise<PictureAnswer> {
    const first = await this.#askOnce(request, limits);
    // It may have been the machine: the same picture gets another process, once.
    const end = first.tell === 'died' ? await this.#askOnce(request, limits) : first;
    if (end.tell === 'died')
      throw new PictureRefused(`makes the decoder fail (${end.reason}); export it again in another format`);
    if (end.tell === 'late')
      throw new PictureRefused(`takes longer than ${end.seconds} seconds to decode; make it smaller`);
    if (end.tell === 'too large')
      throw new PictureRefused(`takes more than ${end.megabytes} MB to decode; make it smaller`);
    return end;
  }

  async #askOnce(request: PictureRequest, limits: TimeLimit) {
    const child = await this.#take();
    try {
      return await child.ask(request, limits.timeLimitMs);
    } finally {
      this.#giveBack(child);
    }
  }

  /** An idle process, a new one, or the next that is given back. */
  async #take(): Promise<PictureProcess> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#count >= this.#maxChildren) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#count += 1;
    return this.#start();
  }

  #giveBack(child: PictureProcess): void {
    const next = this.#waiting.shift();
    if (next) next(child);
    else this.#idle.push(child);
  }
}
