import { createServer } from 'node:net';

/** @param {import('node:net').Server} server */
export function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}

/**
 * Listens on this machine alone; the port is a free one unless it is named.
 * @param {import('node:net').Server} server
 * @returns {Promise<number>} The port.
 */
export const listen = (server, port = 0) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(portOf(server)));
  });

/** A port that was free a moment ago. */
export async function freePort() {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
