import { randomBytes, randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { PAGE_FILES, pageFolder } from '@vesalius/contract/reader-text';
import { makePageGrant } from '../features/reader/page-grant.ts';
import { realClock } from '../platform/clock.ts';
import { makeGrant } from '../platform/grants.ts';
import { testApp } from './app.ts';
import { type AskOptions, edgeNginx } from './nginx.ts';

export const HOUR = 3600;
export const LAST_PAGE = 15;
export type EdgeProduct = Awaited<ReturnType<typeof edgeProduct>>;

/** The product behind nginx with files at the edge, with a book of some pages and a lecture. */
export async function edgeProduct() {
  const [book, other] = [randomUUID(), randomUUID()];
  const folder = `lectures/${book}/heart`;
  /** The addresses that reached the product through nginx. */
  const asked: string[] = [];
  const t = await testApp(
    { clock: realClock },
    {
      observe: (app) =>
        app.addHook('onRequest', async ({ url, headers }) => {
          if (headers['x-forwarded-for']) asked.push(url);
        }),
    },
  );
  const secret = t.deps.config.secretKey;
  const { storage } = t.deps;
  for (const page of [1, 2, LAST_PAGE, LAST_PAGE + 1])
    for (const file of PAGE_FILES)
      if (page !== 2 || file !== '2x.webp')
        await storage.put(
          `${pageFolder(book, 1, page)}/${file}`,
          Buffer.from(`${file} of page ${page}. `.repeat(200)),
        );
  await storage.put(`${folder}/film.mp4`, randomBytes(2_500_000));
  await storage.put(`${folder}/film.vtt`, Buffer.from('WEBVTT\n'));
  await storage.put(`${folder}/film.m3u8`, Buffer.from('#EXTM3U\nfilm.mp4\n'));
  await storage.put('public/covers/a.webp', Buffer.from('a cover'));
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const line = await lineTo(Number(new URL(address).port));
  const edge = await edgeNginx(line.port, secret.reveal());

  const pageScope = (
    more: { id?: string; number?: number; lastPage?: number; kind?: 'set' | 'release' } = {},
  ) => ({ kind: 'set', id: book, number: 1, lastPage: LAST_PAGE, ...more }) as const;
  const fileGrant = (scope = folder, at = new Date(), life = HOUR) => makeGrant(secret, scope, at, life);
  return {
    ...{ t, line, edge, secret, book, other, folder, asked, pageScope, fileGrant },
    grantOf: (more: Parameters<typeof pageScope>[0] = {}, at = new Date(), life?: number) =>
      makePageGrant(secret, pageScope(more), at, life).grant,
    pageUrl: (page: number | string, file: string, grant: string) =>
      `/page-files/${book}/1/${page}/${file}?grant=${grant}`,
    fileUrl: (name: string, grant = fileGrant()) => `/files/${folder}/${name}?grant=${grant}`,
    /** What the product itself answers. */
    async direct(url: string, { method = 'GET', headers = {} }: AskOptions = {}) {
      const answer = await t.app.inject({ url, method: method as 'GET', headers });
      return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
    },
    async close() {
      await edge.stop();
      await line.cut();
      await t.close();
    },
  };
}

interface Line {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A connection to the product that can be cut, as if its process had died. */
async function lineTo(productPort: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((socket) => {
      const onward = connect(productPort, '127.0.0.1');
      for (const each of [socket, onward]) {
        sockets.add(each);
        each
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(each);
            socket.destroy();
            onward.destroy();
          });
      }
      socket.pipe(onward).pipe(socket);
    }).listen(port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      await listen(port);
    },
  };
}
