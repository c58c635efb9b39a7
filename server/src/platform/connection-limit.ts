import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from './database/pool.ts';

/** Files of the process itself: libraries, log, timers, child processes, what providers are asked through. */
const OWN_DESCRIPTORS = 96;
/** Its socket, and the file that it is sent. */
const DESCRIPTORS_PER_CONNECTION = 2;
/** Refusals come by the thousand; the log hears of them once in so long (milliseconds). */
const TELL_EVERY_MS = 1_000;

/** How many connections a process can serve so that descriptors are left for the files it sends and for its database. */
export const maxConnections = (descriptors: number, poolSize: number): number =>
  Math.max(16, Math.floor((descriptors - OWN_DESCRIPTORS - poolSize) / DESCRIPTORS_PER_CONNECTION));

/** The limit of this process; Node has raised the soft limit to the hard one. Infinity where nobody says. */
export function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft ? Number(soft) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Closes connections beyond the limit at once, and outlives an accept that fails: a process without descriptors can
 * neither read a file nor reach its database, and so would fail everybody instead of the last ones who came. Counted
 * here and not by `server.maxConnections`, with which a cluster hands a refused connection round and round.
 */
export function limitConnections(app: FastifyInstance, limit: number, log: Log): void {
  const server = app.server as Server;
  let open = 0;
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (reason: string) => {
    refused += 1;
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    log.error({ reason, refused, open, limit }, 'connections are refused');
    toldAt = now;
    refused = 0;
  };
  server.on('connection', (socket) => {
    if (open >= limit) {
      tell('too many at once');
      socket.destroy();
      return;
    }
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    // Errors of `listen` belong to the one who called it.
    if (error.syscall === 'accept') tell(error.code ?? error.message);
  });
}
