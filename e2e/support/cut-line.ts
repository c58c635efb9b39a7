import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to the server whose connections can be cut, for journeys without a network. */
export interface CutLine {
  readonly origin: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function cutLine(serverUrl: string): Promise<CutLine> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let own = 0;
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const made = createServer((from) => {
        const to = connect(Number(port), hostname);
        for (const socket of [from, to]) {
          sockets.add(socket);
          socket.on('close', () => sockets.delete(socket));
          socket.on('error', () => {
            from.destroy();
            to.destroy();
          });
        }
        from.pipe(to).pipe(from);
      });
      made.once('error', reject);
      made.listen(at, 'localhost', () => {
        server = made;
        own = (made.address() as { port: number }).port;
        resolve();
      });
    });
  await listen(0);
  return {
    origin: `http://localhost:${own}`,
    async cut() {
      const closing = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
    },
    mend: () => (server ? Promise.resolve() : listen(own)),
  };
}
