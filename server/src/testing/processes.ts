import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface TaskProcess {
  child: ChildProcess;
  /** Complete lines only: a line that a kill cut off does not count. */
  lines: string[];
  said(start: string): Promise<string>;
  ended: Promise<void>;
}

/** Runs the bundled `database-child.ts`. */
export function runTask(file: string, args: string[], env: NodeJS.ProcessEnv): TaskProcess {
  const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, ...env } });
  const lines: string[] = [];
  const errors: string[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      over = true;
      for (const look of waiting) look();
      resolve();
    });
  });
  const said = (start: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const line = lines.find((each) => each.startsWith(start));
        if (line === undefined && !over) return;
        waiting.delete(look);
        if (line !== undefined) resolve(line);
        else reject(new Error(`the process ended without saying "${start}":\n${errors.join('\n')}`));
      };
      waiting.add(look);
      look();
    });
  return { child, lines, said, ended };
}

/** The running server of a data folder with all its processes, the postmaster first; empty if none runs. Linux only. */
export function postgresProcesses(dataFolder: string): number[] {
  const first = firstProcess(dataFolder);
  if (first === null) return [];
  const others = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === first)
    .map(Number);
  return [first, ...others];
}

/** The lock file is missing if the server has just ended. */
function firstProcess(dataFolder: string): number | null {
  try {
    return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

function statOf(pid: string | number): { state: string; parent: number } | null {
  try {
    // "pid (name) state parent ...": the name may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', parent: Number(fields[1]) };
  } catch {
    return null;
  }
}

/** Linux only. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

/**
 * Sends SIGKILL to all of them, like a power cut (the disk keeps what the system has). The postmaster is stopped before the
 * others are counted: a process that it starts in between would survive, wait forever for a lock of a killed one, and hold
 * the shared memory, so that no new server could start.
 */
export function killPostgres(dataFolder: string): void {
  const first = firstProcess(dataFolder);
  if (first === null || !signal(first, 'SIGSTOP')) return;
  while (statOf(first) !== null && !/[TZX]/.test(statOf(first)?.state ?? 'X')) {}
  for (const pid of postgresProcesses(dataFolder)) signal(pid, 'SIGKILL');
}

/** False if the process no longer exists. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
