import { type ChildProcess, fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TurnEnded } from '../../../platform/define-job.ts';
import { isFromOutside } from '../../../platform/work-process.ts';
import type { DocumentFacts } from './document-facts.ts';
import {
  type Answer,
  PagesStopped,
  type PageWork,
  type PreparedPage,
  type Question,
  UnreadablePdf,
} from './protocol.ts';

/** Two: each uses a full core for rendering, and more would take the server's. */
const MOST_CHILDREN = 2;
/** One page in progress and one waiting, so that a child is never idle. */
const IN_FLIGHT = 2;
const PAGE_TIME_LIMIT_MS = 60_000;
/** Added to the time for opening a PDF: its objects are read for its layers, 0.1 s a megabyte on an idle machine. */
const OPENING_MS_A_MEGABYTE = 1000;
const MEMORY_LIMIT_MB = 1536;
/** 450,000 objects of a PDF with layers take 300 to 600 MB. */
const JAVASCRIPT_HEAP_MB = 1024;
const BYTES_A_MEGABYTE = 1_048_576;
const CHILD = fileURLToPath(new URL('./page-child.js', import.meta.url));

export interface PageWorkOptions {
  readonly pdf: string;
  /** An exclusive folder; page files are stored below it as 0001/1x.webp and so on. */
  readonly outputFolder: string;
  readonly children?: number;
  readonly timeLimitMs?: number;
  readonly memoryLimitMb?: number;
  /** For background work. */
  readonly lowPriority?: boolean;
  readonly signal?: AbortSignal;
  /** No more pages are begun when it aborts, except one, so that each turn gets further. */
  readonly turn?: AbortSignal;
  /** The child's program, if it is not beside this file (tests run from the sources). */
  readonly childProgram?: string;
}

/** Reads pages, labels and outline; throws UnreadablePdf for a PDF that must be refused. */
export async function readDocumentFacts(options: PageWorkOptions): Promise<DocumentFacts> {
  let facts: DocumentFacts | null = null;
  await runChild(options, [{ ask: 'facts' }].values() as Iterator<Question>, async (answer) => {
    if (answer.tell === 'facts') facts = answer.facts;
  });
  if (!facts) throw new UnreadablePdf('cannot be read as a PDF: the reading process ended without a result');
  return facts;
}

/**
 * Prepares pages in child processes and passes each to `onPage` when it is ready, in no fixed order. A child that
 * dies is replaced once, and its page is retried; a page that kills two children or times out ends the work. Throws
 * `TurnEnded` if pages are left when the turn is over. `tookMs`: how long a child worked on the page.
 */
export async function preparePages(
  options: PageWorkOptions,
  work: PageWork,
  pages: readonly number[],
  onPage: (prepared: PreparedPage, tookMs: number) => Promise<void>,
): Promise<void> {
  const wanted = options.children ?? Math.min(MOST_CHILDREN, availableParallelism());
  let begun = 0;
  function* inThisTurn(): Generator<Question, undefined> {
    while (begun < pages.length && !(begun > 0 && options.turn?.aborted)) {
      begun += 1;
      yield { ask: work, page: pages[begun - 1]! };
    }
  }
  const queue = inThisTurn();
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  let firstFailure: unknown;
  const runs = Array.from({ length: Math.min(wanted, pages.length) }, () =>
    runChild({ ...options, signal }, queue, async (answer, tookMs) => {
      if (answer.tell === 'page') await onPage(answer.prepared, tookMs);
    }).catch((error: unknown) => {
      firstFailure ??= error;
      stop.abort();
      throw error;
    }),
  );
  const results = await Promise.allSettled(runs);
  const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
  // Other children were only told to stop: prefer the error that names the cause.
  if (failures.length > 0) throw failures.find((error) => error instanceof UnreadablePdf) ?? firstFailure;
  if (begun < pages.length) throw new TurnEnded();
}

function openingLimitMs(pdf: string): number {
  const bytes = statSync(pdf, { throwIfNoEntry: false })?.size ?? 0;
  return PAGE_TIME_LIMIT_MS + (bytes / BYTES_A_MEGABYTE) * OPENING_MS_A_MEGABYTE;
}

const pageOf = (question: Question | undefined) =>
  question && 'page' in question ? question.page : undefined;

type OnAnswer = (answer: Answer, tookMs: number) => Promise<void>;

/** Feeds one child from the queue until it is empty; starts a second child if the first dies. */
async function runChild(
  options: PageWorkOptions,
  queue: Iterator<Question>,
  onAnswer: OnAnswer,
): Promise<void> {
  let left: Question[] = [];
  let lastDeath: number | 'facts' | null = null;
  for (;;) {
    const end = await oneChild(options, queue, left, onAnswer);
    if (end.ok) return;
    const killer = pageOf(end.unanswered[0]) ?? 'facts';
    if (killer === lastDeath) {
      // The PDF is not at fault.
      if (end.isFromOutside) throw new PagesStopped(end.reason);
      throw new UnreadablePdf(
        killer === 'facts'
          ? 'cannot be read: it makes the PDF library fail'
          : `cannot be prepared: page ${killer} makes the PDF library fail (${end.reason})`,
      );
    }
    lastDeath = killer;
    left = end.unanswered;
  }
}

type End = { ok: true } | { ok: false; unanswered: Question[]; reason: string; isFromOutside: boolean };

function oneChild(
  options: PageWorkOptions,
  queue: Iterator<Question>,
  first: Question[],
  onAnswer: OnAnswer,
): Promise<End> {
  const { pdf, outputFolder, signal, timeLimitMs = PAGE_TIME_LIMIT_MS } = options;
  return new Promise<End>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = start(options, pdf, outputFolder);
    const open: Question[] = [];
    const again = [...first];
    let pending = 0;
    let settled = false;
    let current: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    let workedSince: number | undefined;

    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      finish();
    };
    const onAbort = () => settle(() => reject(signal?.reason));
    const restartTimer = () => {
      clearTimeout(timer);
      // The child has answered everything; what still takes time is the storing.
      if (open.length === 0) return;
      // Starting the process and opening the PDF have their own limit, so that a busy machine is not blamed on the
      // PDF.
      const limit = current === undefined ? Math.max(timeLimitMs, openingLimitMs(pdf)) : timeLimitMs;
      const seconds = Math.round(limit / 1000);
      const what = current === undefined ? 'read: opening it' : `prepared: page ${current}`;
      const error = () => new UnreadablePdf(`cannot be ${what} takes longer than ${seconds} s`);
      timer = setTimeout(() => settle(() => reject(error())), limit);
    };
    const feed = () => {
      while (open.length < IN_FLIGHT) {
        const next = again.shift() ?? queue.next().value;
        if (!next) break;
        open.push(next);
        child.send(next, () => {});
      }
      if (open.length === 0 && pending === 0) settle(() => resolve({ ok: true }));
    };
    const done = (page: number | undefined) => {
      const index = open.findIndex((question) => pageOf(question) === page);
      if (index >= 0) open.splice(index, 1);
    };

    signal?.addEventListener('abort', onAbort);
    child.on('message', (answer: Answer) => {
      const now = performance.now();
      workedSince ??= now;
      if (answer.tell === 'begun') current = answer.page;
      restartTimer();
      if (answer.tell === 'begun') return;
      if (answer.tell === 'refused') settle(() => reject(new UnreadablePdf(answer.message)));
      else if (answer.tell === 'failed') settle(() => reject(new Error(answer.message)));
      else {
        done(answer.tell === 'page' ? answer.prepared.page : undefined);
        pending += 1;
        const tookMs = now - workedSince;
        workedSince = now;
        onAnswer(answer, tookMs).then(
          () => {
            pending -= 1;
            feed();
            restartTimer();
          },
          (error: unknown) => settle(() => reject(error as Error)),
        );
        feed();
        restartTimer();
      }
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (code, killedBy) => {
      // The last page begun comes first: it is the most likely cause.
      const suspects = open.filter((question) => pageOf(question) === current);
      const others = open.filter((question) => pageOf(question) !== current);
      const reason = killedBy ? `it was ended by ${killedBy}` : `it ended with code ${code}`;
      const unanswered = [...suspects, ...others, ...again];
      settle(() => resolve({ ok: false, unanswered, reason, isFromOutside: isFromOutside(killedBy) }));
    });
    feed();
    restartTimer();
  });
}

function start(options: PageWorkOptions, pdf: string, outputFolder: string): ChildProcess {
  const { childProgram = CHILD, memoryLimitMb = MEMORY_LIMIT_MB, lowPriority = false } = options;
  const child = fork(childProgram, [pdf, outputFolder, String(memoryLimitMb)], {
    execArgv: [`--max-old-space-size=${JAVASCRIPT_HEAP_MB}`],
    // The child needs none of the server's variables, and must not see its secrets.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  if (lowPriority && child.pid !== undefined) {
    try {
      setPriority(child.pid, 10);
    } catch {
      // The child has ended already, or the system has no priorities: the result is the same.
    }
  }
  return child;
}
