import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Loading the modules opens up to 600 files at once; the others are for the database and the first requests. */
const MIN_DESCRIPTORS = 768;

/** The limit of open files of this process; Node has raised the soft limit to the hard one. Infinity if unknown. */
export function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft ? Number(soft) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Call it before the modules of the product are loaded: with too few descriptors, Node fails while it loads them. */
export function requireDescriptors(limit = descriptorLimit()): void {
  if (limit < MIN_DESCRIPTORS)
    throw new StartError(
      `Vesalius needs at least ${MIN_DESCRIPTORS} open files at a time, and may have ${limit} here: raise the limit (ulimit -n 8192, or LimitNOFILE= of the unit).`,
    );
}
