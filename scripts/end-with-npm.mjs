/**
 * `npm start` is a chain: npm, usually a shell, and our script. Whoever stops it by npm's number ends the first two and leaves
 * ours running, with the port and the data folder. So the script looks whether they are still there.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
/** The parent of all that have lost theirs, or npm itself in a container. */
const INIT = 1;

/**
 * `{ parent, name }` of a process.
 * @param {number} pid
 * @returns {{ parent: number, name: string }}
 */
function look(pid) {
  if (process.platform !== 'linux') {
    const said = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [, parent, name = ''] = /^(\d+)\s+(?:.*\/)?(.*)$/.exec(said) ?? [];
    return { parent: Number(parent), name };
  }
  // "pid (name) state parent ...": the name may hold spaces and brackets.
  const [, name = '', parent] =
    /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return { parent: Number(parent), name };
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** npm's shell, and npm above it. A shell that somebody typed `npm start` into is none of these. */
function chainAbove() {
  const parent = process.ppid;
  if (parent <= INIT) return [];
  try {
    const above = look(parent);
    return /^-?(sh|dash|ash|bash|zsh)$/.test(above.name) && above.parent > INIT
      ? [parent, above.parent]
      : [parent];
  } catch {
    return [parent];
  }
}

/**
 * Calls `stop` once when npm or its shell has ended. Without npm (nohup, a supervisor) the parent may go as it likes.
 * @param {() => void} stop
 */
export function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const chain = chainAbove();
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    if (process.ppid === chain[0] && chain.every(isAlive)) return;
    clearInterval(timer);
    stop();
  }, LOOK_EVERY_MS);
  timer.unref();
}
