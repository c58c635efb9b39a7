import { type ProcessEnd, type ProcessLimits, WorkProcess } from './work-process.ts';
import { WorkQueue } from './work-queue.ts';

/** Two: a file that takes its whole time does not keep the others waiting. */
const MAX_CHILDREN = 2;
/** An idle process ends after this time, which frees its memory. */
const IDLE_MS = 20_000;

interface AskOptions {
  readonly timeLimitMs?: number;
  /** When it aborts, the process is ended, and its reason thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** Child processes of one program with limits on time and memory, for files that are not trusted. */
export class WorkProcesses<Request extends object, Answer extends { readonly tell: string }> {
  readonly #idle: WorkProcess<Request, Answer>[] = [];
  // No file is refused here: a caller sends one after the other.
  readonly #queue = new WorkQueue({
    concurrency: MAX_CHILDREN,
    maxWaiting: Number.POSITIVE_INFINITY,
    retryAfterSeconds: 0,
  });
  readonly #program: () => string;
  readonly #limits: ProcessLimits;

  constructor(program: () => string, { timeLimitMs, heapMb }: Pick<ProcessLimits, 'timeLimitMs' | 'heapMb'>) {
    this.#program = program;
    this.#limits = { timeLimitMs, heapMb, memoryLimitMb: heapMb, idleMs: IDLE_MS };
  }

  /** If a process dies, the machine may be the cause: the work is done once more in a new one. */
  async ask(request: Request, options: AskOptions = {}): Promise<ProcessEnd<Answer>> {
    const first = await this.#askOnce(request, options);
    return first.tell === 'died' ? this.#askOnce(request, options) : first;
  }

  #askOnce(request: Request, { timeLimitMs, signal }: AskOptions): Promise<ProcessEnd<Answer>> {
    return this.#queue.run(async () => {
      signal?.throwIfAborted();
      const child = this.#idle.pop() ?? new WorkProcess<Request, Answer>(this.#program(), this.#limits);
      try {
        return await child.ask(request, timeLimitMs, signal);
      } finally {
        this.#idle.push(child);
      }
    });
  }
}
