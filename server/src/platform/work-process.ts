import { type ChildProcess, fork } from 'node:child_process';

/** With this code a program ends that has watched its memory. */
export const OUT_OF_MEMORY_CODE = 3;
const SIGNALS_FROM_OUTSIDE: readonly (string | null)[] = [
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
];
/** Whether the system or an operator ended a child; what a file makes it do ends it by other signals, or with a code. */
export const isFromOutside = (killedBy: string | null): boolean => SIGNALS_FROM_OUTSIDE.includes(killedBy);

/** Starting has its own limit: a busy machine is not the file's fault. */
const START_TIME_LIMIT_MS = 60_000;

export interface ProcessLimits {
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  readonly heapMb: number;
  /** How long it lives without work. */
  readonly idleMs: number;
}

export type ProcessEnd<Answer extends { readonly tell: string }> =
  | Exclude<Answer, { tell: 'ready' }>
  | { readonly tell: 'died'; readonly reason: string; readonly isFromOutside: boolean }
  | { readonly tell: 'late'; readonly seconds: number }
  | { readonly tell: 'too large'; readonly megabytes: number };

/**
 * A child process that does one piece of work at a time: started on the first request, ended when idle, restarted after
 * a crash. Its program says `ready` when it has started.
 */
export class WorkProcess<Request extends object, Answer extends { readonly tell: string }> {
  readonly #program: string;
  readonly #limits: ProcessLimits;
  #child: ChildProcess | null = null;
  #isReady = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(program: string, limits: ProcessLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** When `signal` aborts, the process is ended, and its reason thrown. */
  ask(
    request: Request,
    timeLimitMs = this.#limits.timeLimitMs,
    signal?: AbortSignal,
  ): Promise<ProcessEnd<Answer>> {
    const { memoryLimitMb, idleMs } = this.#limits;
    clearTimeout(this.#idleTimer);
    return new Promise((resolve, reject) => {
      const child = this.#running();
      let timer: NodeJS.Timeout | undefined;
      const settle = (finish: () => void, keeps = false) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
        if (keeps) this.#rest(child, idleMs);
        else this.#end(child);
        finish();
      };
      const abort = () => settle(() => reject(signal?.reason));
      signal?.addEventListener('abort', abort);
      const begin = () => {
        clearTimeout(timer);
        const seconds = Math.round(timeLimitMs / 1000);
        timer = setTimeout(() => settle(() => resolve({ tell: 'late', seconds })), timeLimitMs);
      };
      child.on('message', (answer: Answer) => {
        if (answer.tell !== 'ready')
          return settle(() => resolve(answer as Exclude<Answer, { tell: 'ready' }>), true);
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
                  isFromOutside: isFromOutside(killedBy),
                  reason: killedBy ? `it was ended by ${killedBy}` : `it ended with code ${code}`,
                },
          ),
        ),
      );
      if (this.#isReady) begin();
      else
        timer = setTimeout(
          () => settle(() => reject(new Error('a process for untrusted files does not start'))),
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
      execArgv: [`--max-old-space-size=${this.#limits.heapMb}`],
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
