/**
 * A browser's side of HTTP with a limit on its patience: every request ends in one of five ways. `answer` (whatever the
 * status), `cut` (the connection broke before an answer), `away` (nobody listens), `hang` (longer than the limit).
 */
import { Agent, request } from 'node:http';

/** Longer than the slowest thing that the product may wait for (a payment provider: 25 seconds), then it is a hang. */
export const HANGS_AFTER_MS = 20_000;
export const PAYMENT_HANGS_AFTER_MS = 40_000;
/** If nothing listens at one address, the client tries the next one, as a load balancer does: nothing was sent yet. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOENT']);

/** @param {{ host: string, port: number }[]} servers */
export function createClient(servers) {
  const agents = new Map(servers.map((server) => [server, new Agent({ keepAlive: true, maxSockets: 512 })]));
  let turn = 0;
  const counts = { requests: 0, passedOn: 0, sentAgain: 0 };

  const once = (server, { method, path, headers, payload, limit, keep }) =>
    new Promise((resolve) => {
      const began = performance.now();
      const end = (result) => {
        clearTimeout(timer);
        resolve({ ms: performance.now() - began, ...result });
      };
      const sent = request({ ...server, method, path, agent: agents.get(server), headers }, (answer) => {
        const parts = [];
        answer.on('data', (part) => keep && parts.push(part));
        answer.on('error', () => end({ kind: 'cut' }));
        answer.on('end', () =>
          end({ kind: 'answer', status: answer.statusCode, text: Buffer.concat(parts).toString() }),
        );
      });
      const timer = setTimeout(() => {
        end({ kind: 'hang' });
        sent.destroy();
      }, limit);
      sent.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
        end({
          kind: NOBODY.has(error.code ?? '') ? 'away' : 'cut',
          reused: sent.reusedSocket,
          error: error.code,
        }),
      );
      sent.end(payload);
    });

  return {
    counts,
    close: () => {
      for (const agent of agents.values()) agent.destroy();
    },
    async send({ method, path, token, body, place, limit = HANGS_AFTER_MS, keep = true }) {
      counts.requests += 1;
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        'x-forwarded-for': place,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const asked = { method, path, headers, payload, limit, keep };
      let result = { kind: 'away', ms: 0 };
      turn += 1;
      const first = turn;
      for (let tried = 0; tried < servers.length && result.kind === 'away'; tried += 1) {
        if (tried > 0) counts.passedOn += 1;
        result = await once(servers[(first + tried) % servers.length], asked);
      }
      // A kept-alive connection may be closed during a request: every browser then repeats a read.
      if (result.kind === 'cut' && result.reused && method === 'GET') {
        counts.sentAgain += 1;
        result = await once(servers[(first + 1) % servers.length], asked);
      }
      if (result.kind !== 'answer') return result;
      const { text, ...rest } = result;
      return { ...rest, body: text && keep ? parsed(text) : null };
    },
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
