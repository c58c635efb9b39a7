import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that wait. No browser or proxy pipelines so many. */
const MAX_WAITING = 7;

interface Line {
  isBusy: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Begins a request when the one before it on the same connection is answered. Node begins all at once and keeps the
 * answers until their turn: each would hold its file meanwhile, and for good if the connection ends, of which Node
 * tells only the answer whose turn it is.
 */
export function takeRequestsInTurn(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const line = lines.get(socket) ?? { isBusy: false, waiting: [] };
    lines.set(socket, line);
    if (line.waiting.length >= MAX_WAITING) socket.destroy();
    // A client that has gone has no address any more; what it sent in the same packet is not begun.
    if (socket.destroyed || !request.ip) return;
    const begin = () => {
      // Of a connection that closes after the answer before, Node gives no socket to those behind it.
      if (socket.destroyed || !reply.raw.socket) return;
      line.isBusy = true;
      reply.raw.once('close', () => {
        line.isBusy = false;
        line.waiting.shift()?.();
      });
      done();
    };
    if (line.isBusy) line.waiting.push(AsyncResource.bind(begin));
    else begin();
  });
  // An answer that is ready when its client has gone: nothing would close its stream.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.raw.destroyed) return done(null, payload);
    if (payload instanceof Readable) payload.destroy();
  });
}
