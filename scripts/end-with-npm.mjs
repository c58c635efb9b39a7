/**
 * `npm start` runs npm, usually a shell, and our script. Killing npm by its process id ends the first two and leaves
 * our script running, with the port and the data folder. So the script checks whether its parents are still alive.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
/** The parent of orphaned processes, or npm itself in a container. */
const INIT = 1;

/**
 * The parent and name of a process.
 * @param {number} pid
 * @returns {{ parent: number, name: string }}
 */
function readProcess(pid) {
  if (process.platform !== 'linux') {
    const said = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [, parent, name = ''] = /^(\d+)\s+(?:.*\/)?(.*)$/.exec(said) ?? [];
    return { parent: Number(parent), name };
  }
  // "pid (name) state parent ...": the name may contain spaces and parentheses.
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

/** npm's shell, and npm as its parent. An interactive shell from which `npm start` was run does not count. */
function chainAbove() {
  const parent = process.ppid;
  if (parent <= INIT) return [];
  try {
    const above = readProcess(parent);
    return /^-?(sh|dash|ash|bash|zsh)$/.test(above.name) && above.parent > INIT
      ? [parent, above.parent]
      : [parent];
  } catch {
    return [parent];
  }
}

/**
 * Calls `stop` once when npm or its shell has ended. Without npm (nohup, a supervisor) the parent does not matter.
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
