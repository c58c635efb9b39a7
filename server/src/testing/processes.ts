import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface TaskProcess {
  child: ChildProcess;
  /** Whole lines only: what was cut off by a kill was not said. */
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

/** The running server of a data folder with all its processes, the first one first; empty when none runs. Linux only. */
export function postgresProcesses(dataFolder: string): number[] {
  const first = firstProcess(dataFolder);
  if (first === null) return [];
  const others = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === first)
    .map(Number);
  return [first, ...others];
}

/** The lock file is gone when the server has just ended by itself. */
function firstProcess(dataFolder: string): number | null {
  try {
    return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

function statOf(pid: string | number): { state: string; parent: number } | null {
  try {
    // "pid (name) state parent ...": the name may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', parent: Number(fields[1]) };
  } catch {
    return null;
  }
}

/** Linux only. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

/**
 * SIGKILL to all of them, as a power cut would treat the processes (the disk keeps what the system has). The first one is
 * stopped before the others are counted: one that it starts meanwhile would live on, wait for ever for a lock that a
 * killed one held, and keep the shared memory from which no next server starts.
 */
export function killPostgres(dataFolder: string): void {
  const first = firstProcess(dataFolder);
  if (first === null || !signal(first, 'SIGSTOP')) return;
  while (statOf(first) !== null && !/[TZX]/.test(statOf(first)?.state ?? 'X')) {}
  for (const pid of postgresProcesses(dataFolder)) signal(pid, 'SIGKILL');
}

/** False when there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
