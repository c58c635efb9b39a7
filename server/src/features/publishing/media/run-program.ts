import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { isFromOutside } from '../../../platform/work-process.ts';

interface ProgramLimits {
  readonly timeMs: number;
  /** Time without output after which the program counts as hanging. */
  readonly silenceMs?: number;
  /** The address space of the process, if the system supports that limit (Linux). */
  readonly memoryBytes: number;
  /** The size of each file that the program writes. */
  readonly fileBytes: number;
}

export interface ProgramRun {
  readonly limits: ProgramLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: (line: string) => void;
}

/** `stopped`: ended by an operator or the system, and not by what it read. */
type Reason = 'exit' | 'time' | 'silence' | 'output' | 'stopped';

/** The program failed or was killed. */
export class ProgramFailed extends Error {
  readonly reason: Reason;
  /** The end of its error output. */
  readonly complaint: string;
  constructor(reason: Reason, complaint: string, message: string) {
    super(message);
    this.reason = reason;
    this.complaint = complaint;
  }
}

/** What the shell says of a program that a signal ended: 128 and the signal's number, of those that come from outside. */
const CODES_FROM_OUTSIDE: readonly (number | null)[] = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGKILL',
  'SIGTERM',
].map((name) => 128 + constants.signals[name as keyof typeof constants.signals]);
const MAX_COMPLAINT_LENGTH = 8_000;
const MAX_OUTPUT_LENGTH = 4_000_000;
/**
 * Sets the limits, starts the program, and kills it when the pipe on descriptor 3 closes: if the server is killed, an
 * orphaned encoding would occupy a processor for an hour. A limit that the system does not support is skipped.
 */
const SHELL = `
ulimit -c 0; ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2
nice -n 10 "$@" </dev/null 3<&- & child=$!
{ read -r _; kill -KILL "$child"; } <&3 >/dev/null 2>&1 & watcher=$!
wait "$child"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;
const BYTES_A_BLOCK = 512;

/** Runs an external program on untrusted data. Resolves with its output; rejects with ProgramFailed. */
export function runProgram(program: string, args: readonly string[], run: ProgramRun): Promise<string> {
  const { limits, signal, onLine } = run;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = start(program, args, limits);
    const timers = new Set<NodeJS.Timeout>();
    let [output, complaint, rest] = ['', '', ''];
    let isSettled = false;
    const settle = (finish: () => void) => {
      if (isSettled) return;
      isSettled = true;
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const end = (reason: Reason, message: string) => {
      kill(child);
      settle(() => reject(new ProgramFailed(reason, complaint, message)));
    };
    const onAbort = () => {
      kill(child);
      settle(() => reject(signal?.reason));
    };
    signal?.addEventListener('abort', onAbort);
    timers.add(setTimeout(() => end('time', 'takes longer than its time limit'), limits.timeMs));
    let silence: NodeJS.Timeout | undefined;
    const heard = () => {
      if (limits.silenceMs === undefined || isSettled) return;
      if (silence) timers.delete(silence);
      clearTimeout(silence);
      silence = setTimeout(() => end('silence', 'does not go on'), limits.silenceMs);
      timers.add(silence);
    };
    heard();
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (!onLine) {
        output += text;
        if (output.length > MAX_OUTPUT_LENGTH) end('output', 'writes more than anybody reads');
        return;
      }
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(-MAX_COMPLAINT_LENGTH);
      for (const line of lines) {
        // Repeated, unchanged progress counts as silence.
        if (line !== output) heard();
        output = line;
        onLine(line);
      }
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MAX_COMPLAINT_LENGTH);
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, killedBy) => {
      if (code === 0) settle(() => resolve(output));
      else if (isFromOutside(killedBy) || CODES_FROM_OUTSIDE.includes(code))
        end('stopped', `was stopped (${killedBy ?? `code ${code}`})`);
      else end('exit', `ended with code ${code}`);
    });
  });
}

function start(program: string, args: readonly string[], limits: ProgramLimits): ChildProcess {
  // The program needs none of the server's variables, and must not see its secrets.
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  if (process.platform === 'win32')
    return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const kilobytes = String(Math.ceil(limits.memoryBytes / 1024));
  const blocks = String(Math.ceil(limits.fileBytes / BYTES_A_BLOCK));
  const child = spawn('/bin/sh', ['-c', SHELL, 'sh', kilobytes, blocks, program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A process group of its own, so that the shell and the program end together.
    detached: true,
  });
  // A fast program may have closed the shell's end of the pipe already.
  (child.stdio[3] as Readable | null)?.on('error', () => {});
  return child;
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // The program has just ended.
  }
}
