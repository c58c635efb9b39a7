import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from './database/pool.ts';
import { siteOf } from './networks.ts';
import { SharedLimit } from './shared-limit.ts';

/** Files of the process itself: libraries, log, timers, child processes, what providers are asked through. */
const OWN_DESCRIPTORS = 96;
/** Its socket, and the file that it is sent. */
const DESCRIPTORS_PER_CONNECTION = 2;
/** Each takes about ten kilobytes even while it waits; where descriptors are plenty, memory is what ends first. */
const MAX_CONNECTIONS = 32_768;
/** 300 people behind one address, whose browsers open six connections each over HTTP/1.1. */
const FULL_HALL = 300 * 6;
/** What is left for everybody else when a full hall has more than its half. */
const LEFT_FOR_OTHERS = 128;
/** Refusals come by the thousand; the log hears of them once in so long (milliseconds). */
const TELL_EVERY_MS = 1_000;

/** How many connections a process can serve so that descriptors are left for the files it sends and for its database. */
export const maxConnections = (descriptors: number, poolSize: number): number =>
  Math.min(
    MAX_CONNECTIONS,
    Math.max(16, Math.floor((descriptors - OWN_DESCRIPTORS - poolSize) / DESCRIPTORS_PER_CONNECTION)),
  );

/** How many of them one network may hold: half, or a full hall where others can still come in. */
export function maxPerNetwork(max: number): number {
  const half = Math.floor(max / 2);
  return max >= FULL_HALL + LEFT_FOR_OTHERS ? Math.max(half, FULL_HALL) : half;
}

export interface ConnectionLimit {
  readonly max: number;
  /** Behind a proxy all connections are its own: there `max`, and the proxy limits its callers. */
  readonly maxPerNetwork: number;
}

/**
 * Closes connections beyond the limits at once, and outlives an accept that fails: a process without descriptors can
 * neither read a file nor reach its database, and so would fail everybody instead of the last ones who came. Counted
 * here and not by `server.maxConnections`, with which a cluster hands a refused connection round and round.
 */
export function limitConnections(
  app: FastifyInstance,
  { max, maxPerNetwork }: ConnectionLimit,
  log: Log,
): void {
  const server = app.server as Server;
  const open = new SharedLimit({ max, maxPerKey: maxPerNetwork });
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (reason: string) => {
    refused += 1;
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    log.error({ reason, refused, open: open.total, max, maxPerNetwork }, 'connections are refused');
    toldAt = now;
    refused = 0;
  };
  server.on('connection', (socket) => {
    const release = open.take(siteOf(socket.remoteAddress ?? ''));
    if (release) {
      socket.once('close', release);
      return;
    }
    tell(open.total >= max ? 'too many at once' : 'too many of one network');
    socket.destroy();
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    // Errors of `listen` belong to the one who called it.
    if (error.syscall === 'accept') tell(error.code ?? error.message);
  });
}
