import type { FastifyInstance } from 'fastify';

/** `fetch` into a Fastify in this process; a timeout signal ends the wait as on a network. */
export function injectFetch(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const address = new URL(input instanceof Request ? input.url : String(input));
    const { signal } = init;
    const answered = app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: `${address.pathname}${address.search}`,
      headers: Object.fromEntries(new Headers(init.headers).entries()),
      ...(init.body ? { payload: String(init.body) } : {}),
    });
    const cut = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answer = await Promise.race([answered, cut]);
    const body = answer.statusCode === 204 ? null : answer.body;
    return new Response(body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') },
    });
  };
}
