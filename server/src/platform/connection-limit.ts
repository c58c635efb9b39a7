import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from './database/pool.ts';
import { siteOf } from './networks.ts';
import { SharedLimit } from './shared-limit.ts';

/** Descriptors that the process itself uses: libraries, log, timers, child processes, connections to providers. */
const OWN_DESCRIPTORS = 96;
/** A socket, and the file that is sent on it. */
const DESCRIPTORS_PER_CONNECTION = 2;
/** An idle connection takes about 10 kB: where descriptors are plentiful, memory is the limit. */
const MAX_CONNECTIONS = 32_768;
/** 300 users behind one address, whose browsers open six connections each over HTTP/1.1. */
const CROWD_CONNECTIONS = 300 * 6;
/** Connections that must remain for other networks if a crowd gets more than half. */
const RESERVED_FOR_OTHERS = 128;
/** Refusals come by the thousand: log them at most once in this interval. */
const LOG_INTERVAL_MS = 1_000;

/** How many connections a process can serve and still have descriptors for the files it sends and for its database. */
export const maxConnections = (descriptors: number, poolSize: number): number =>
  Math.min(
    MAX_CONNECTIONS,
    Math.max(16, Math.floor((descriptors - OWN_DESCRIPTORS - poolSize) / DESCRIPTORS_PER_CONNECTION)),
  );

/** How many of them one network may hold: half, or a full crowd if others still get enough. */
export function maxPerNetwork(max: number): number {
  const half = Math.floor(max / 2);
  return max >= CROWD_CONNECTIONS + RESERVED_FOR_OTHERS ? Math.max(half, CROWD_CONNECTIONS) : half;
}

export interface ConnectionLimit {
  readonly max: number;
  /** Behind a proxy every connection comes from the proxy: use `max` here, and let the proxy limit its clients. */
  readonly maxPerNetwork: number;
}

/**
 * Closes connections over the limits immediately, and survives a failed accept. A process without descriptors can neither
 * read a file nor reach its database, so it would fail for everyone and not only for the newest connections. Not
 * `server.maxConnections`: a cluster passes a connection refused by it to the next worker, endlessly.
 */
export function limitConnections(
  app: FastifyInstance,
  { max, maxPerNetwork }: ConnectionLimit,
  log: Log,
): void {
  const server = app.server as Server;
  const open = new SharedLimit({ max, maxPerKey: maxPerNetwork });
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logRefusal = (reason: string) => {
    refused += 1;
    const now = performance.now();
    if (now - loggedAt < LOG_INTERVAL_MS) return;
    log.error({ reason, refused, open: open.total, max, maxPerNetwork }, 'connections are refused');
    loggedAt = now;
    refused = 0;
  };
  server.on('connection', (socket) => {
    const release = open.take(siteOf(socket.remoteAddress ?? ''));
    if (release) {
      socket.once('close', release);
      return;
    }
    logRefusal(open.total >= max ? 'too many at once' : 'too many of one network');
    socket.destroy();
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    // Errors of `listen` are handled by its caller.
    if (error.syscall === 'accept') logRefusal(error.code ?? error.message);
  });
}
