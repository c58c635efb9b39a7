import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Unanswered requests on one connection. */
const MAX_PIPELINED = 8;

/**
 * Limits how many requests of a connection wait for their answers, and ends all of them with the connection. Node tells
 * only the answer whose turn it is that the connection is gone: one that waits behind it would keep its file, its slot
 * and its stream for good.
 */
export function limitPipelining(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  const answersOf = (socket: Socket) => {
    const known = waiting.get(socket);
    if (known) return known;
    const answers = new Set<ServerResponse>();
    waiting.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) if (!answer.socket) answer.destroy().emit('close');
    });
    return answers;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const answers = answersOf(socket);
    // Answers wait in memory for those before them; no browser or proxy pipelines so many requests.
    if (answers.size >= MAX_PIPELINED) socket.destroy();
    // What was in the same packet is not begun either.
    if (socket.destroyed) return;
    answers.add(reply.raw);
    reply.raw.once('close', () => answers.delete(reply.raw));
    done();
  });
  // An answer that is ready only now has nobody to go to.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.raw.destroyed) return done(null, payload);
    if (payload instanceof Readable) payload.destroy();
  });
}
