/** Strapi as a contestant: its process, its signed-in readers, and what a client sends for each act. */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '../rows.mjs';
import { makeApp } from './make-app.mjs';

export async function startStrapi({ database, folder, port }) {
  const app = join(folder, 'strapi');
  mkdirSync(app, { recursive: true });
  makeApp(app);
  const child = fork(join(import.meta.dirname, 'serve.mjs'), [app], {
    cwd: app,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_HOST: database.host,
      DATABASE_NAME: database.name,
      DATABASE_USER: database.user,
      STRAPI_TELEMETRY_DISABLED: 'true',
      STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
      STRAPI_DISABLE_EE: 'true',
      STRAPI_HIDE_STARTUP_MESSAGE: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const facts = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`Strapi ended with ${code}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  const readers = [];
  for (const { email, progress } of facts.readers) {
    const answer = await fetch(`${url}/api/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: email, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`Strapi's sign-in: ${answer.status} ${await answer.text()}`);
    readers.push({ token: (await answer.json()).jwt, progress });
  }
  const item = `/api/books/${facts.book}?populate=category`;
  return {
    url,
    child,
    readers,
    acts: {
      list: () => ({
        path: '/api/books?populate=category&sort=release_date:desc&pagination[pageSize]=10',
      }),
      item: () => ({ path: item }),
      update: ({ progress }) => ({
        method: 'PUT',
        path: `/api/progresses/${progress}`,
        body: { data: { page: 7 } },
      }),
      submit: () => ({
        method: 'POST',
        path: '/api/attempts/submit',
        body: { data: { book: facts.book, answers: facts.answers } },
      }),
    },
  };
}
