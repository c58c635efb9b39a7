/** A mail server that stores only the ids of letters, and refuses letters on demand. */
import { createServer } from 'node:net';
import { portOf } from '../listen.mjs';

export function startSmtpSink(host = '127.0.0.1') {
  /** Message ids (or, without one, a running number) of the letters that were taken; how often each came. */
  const taken = new Map();
  const state = { refuses: null, refused: 0 };
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    /** @type {string | null} */
    let letter = null;
    const say = (line) => socket.writable && socket.write(`${line}\r\n`);
    const take = (line) => {
      if (letter !== null) {
        if (line !== '.') {
          if (letter.length < 20_000) letter += `${line}\n`;
          return;
        }
        const id = /^message-id:\s*(\S+)/im.exec(letter)?.[1] ?? `unnamed ${taken.size}`;
        taken.set(id, (taken.get(id) ?? 0) + 1);
        letter = null;
        say('250 taken');
        return;
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'QUIT') return socket.end('221 bye\r\n');
      if (word === 'MAIL' && state.refuses) {
        state.refused += 1;
        return say(`${state.refuses} not now`);
      }
      if (word === 'DATA') {
        letter = '';
        return say('354 go on');
      }
      say(word === 'EHLO' ? '250 day' : '250 ok');
    };
    say('220 day');
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  return new Promise((resolve) => {
    server.listen(0, host, () =>
      resolve({
        ...{ taken, state, url: `smtp://${host}:${portOf(server)}` },
        close: () => {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      }),
    );
  });
}
