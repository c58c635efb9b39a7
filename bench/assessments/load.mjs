/**
 * Sends the requests over kept-alive connections, at most `atOnce` concurrently; returns the milliseconds of each,
 * and the failures.
 */
import { Agent, request as ask } from 'node:http';

export async function load(requests, atOnce) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times = [];
  const statuses = new Map();
  let failed = 0;
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (next < requests.length) {
      const request = requests[next];
      next += 1;
      const from = performance.now();
      const status = await send(agent, request);
      times.push(performance.now() - from);
      if (status === 200) continue;
      failed += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  if (failed) console.log('failed:', Object.fromEntries(statuses));
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { perSecond: requests.length / seconds, p50: at(0.5), p99: at(0.99), failed };
}

function send(agent, { url, method = 'POST', token, body }) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = ask(
      url,
      {
        agent,
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(payload
            ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
            : {}),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
