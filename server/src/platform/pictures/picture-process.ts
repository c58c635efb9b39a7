import { type ChildProcess, fork } from 'node:child_process';
import { OUT_OF_MEMORY_CODE, type PictureAnswer, type PictureRequest } from './picture-protocol.ts';

const JAVASCRIPT_HEAP_MB = 256;
/** Starting has its own limit: a busy machine is not the picture's fault. */
const START_TIME_LIMIT_MS = 60_000;

export interface ProcessLimits {
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  /** How long it lives without work. */
  readonly idleMs: number;
}

export type PictureEnd =
  | Exclude<PictureAnswer, { tell: 'ready' }>
  | { readonly tell: 'died'; readonly reason: string }
  | { readonly tell: 'late'; readonly seconds: number }
  | { readonly tell: 'too large'; readonly megabytes: number };

/**
 * A child process that decodes one picture at a time: started on the first request, ended when idle, restarted after
 * a crash.
 */
export class PictureProcess {
  readonly #program: string;
  readonly #limits: ProcessLimits;
  #child: ChildProcess | null = null;
  #isReady = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(program: string, limits: ProcessLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  ask(request: PictureRequest, timeLimitMs = this.#limits.timeLimitMs): Promise<PictureEnd> {
    const { memoryLimitMb, idleMs } = this.#limits;
    clearTimeout(this.#idleTimer);
    return new Promise((resolve, reject) => {
      const child = this.#running();
      let timer: NodeJS.Timeout | undefined;
      const settle = (finish: () => void, keeps = false) => {
        clearTimeout(timer);
        for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
        if (keeps) this.#rest(child, idleMs);
        else this.#end(child);
        finish();
      };
      const begin = () => {
        clearTimeout(timer);
        const seconds = Math.round(timeLimitMs / 1000);
        timer = setTimeout(() => settle(() => resolve({ tell: 'late', seconds })), timeLimitMs);
      };
      child.on('message', (answer: PictureAnswer) => {
        if (answer.tell !== 'ready') return settle(() => resolve(answer), true);
        this.#isReady = true;
        begin();
      });
      child.on('error', (error) => settle(() => reject(error)));
      child.on('exit', (code, killedBy) =>
        settle(() =>
          resolve(
            code === OUT_OF_MEMORY_CODE
              ? { tell: 'too large', megabytes: memoryLimitMb }
              : {
                  tell: 'died',
                  reason: killedBy ? `it was ended by ${killedBy}` : `it ended with code ${code}`,
                },
          ),
        ),
      );
      if (this.#isReady) begin();
      else
        timer = setTimeout(
          () => settle(() => reject(new Error('the process that decodes pictures does not start'))),
          START_TIME_LIMIT_MS,
        );
      child.send(request, () => {});
    });
  }

  #running(): ChildProcess {
    const known = this.#child;
    if (known?.connected) {
      known.ref();
      known.channel?.ref();
      return known;
    }
    this.#isReady = false;
    this.#child = fork(this.#program, [String(this.#limits.memoryLimitMb)], {
      execArgv: [`--max-old-space-size=${JAVASCRIPT_HEAP_MB}`],
      // The child needs none of the server's variables, and must not see its secrets.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    return this.#child;
  }

  /** An idle child does not keep this process alive, and ends after a while. */
  #rest(child: ChildProcess, idleMs: number): void {
    child.on('error', () => {});
    child.unref();
    child.channel?.unref();
    this.#idleTimer = setTimeout(() => this.#end(child), idleMs).unref();
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
    child.on('error', () => {});
    child.kill('SIGKILL');
  }
}
