import { expect, test } from '@playwright/test';
import { signedIn } from './support/session.ts';
import { XSS_PAYLOADS } from './support/xss-payloads.ts';

const PORTAL = '/program_director_portal/v1';

/**
 * Each payload calls `hit`, and none may run. They are stored as topics, titles and comments, and shown in a real
 * browser.
 */
test('no script in a topic or comment runs', async ({ page, request }) => {
  const token = await signedIn(page, 'director@vesalius.example');
  const headers = { authorization: `Bearer ${token}` };
  const programs = await (await request.get(`${PORTAL}/programs/current`, { headers })).json();
  const programId = programs.data[0].id as string;
  const stored: string[] = [];
  for (let start = 0; start < XSS_PAYLOADS.length; start += 10) {
    const payloads = XSS_PAYLOADS.slice(start, start + 10);
    const made = await request.post(`${PORTAL}/programs/${programId}/topics`, {
      headers,
      data: {
        topic: {
          title: payloads[0]?.slice(0, 200),
          content: `<p>xss</p>${payloads.join('\n<p>next</p>\n')}`,
        },
      },
    });
    expect(made.status()).toBe(201);
    const topic = await made.json();
    stored.push(topic.id);
    for (const content of payloads)
      await request.post(`${PORTAL}/programs/${programId}/topics/${topic.id}/comments`, {
        headers,
        data: { comment: { content } },
      });
  }

  const hits: string[] = [];
  await page.exposeFunction('hit', (what: string) => hits.push(what));
  page.on('dialog', (dialog) => {
    hits.push(dialog.message());
    return dialog.dismiss();
  });
  const outside: string[] = [];
  page.on('request', (asked) => {
    if (/evil\.example/.test(asked.url())) outside.push(asked.url());
  });
  await page.goto(`/programs/${programId}/Topics`);
  await expect(page.getByRole('table')).toBeVisible();
  for (const id of stored) {
    await page.goto(`/programs/getprogra/${programId}/topics/${id}`);
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
    // For payloads that need an interaction: hovers, focuses and clicks every element.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('article *'))
        for (const type of ['mouseover', 'mouseenter', 'focus', 'pointerdown', 'animationstart', 'toggle'])
          element.dispatchEvent(new Event(type));
    });
    const left = await page.evaluate(() =>
      [...document.querySelectorAll('article *')].flatMap((element) =>
        [...element.attributes]
          .filter(({ name, value }) => /^on/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(value))
          .map(({ name, value }) => `${name}=${value}`),
      ),
    );
    expect(left).toEqual([]);
    // The editor also renders the content.
    await page.goto(`/programs/${programId}/topic/EditOldTopic/${id}`);
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
  }
  for (const id of stored) await request.delete(`${PORTAL}/programs/${programId}/topics/${id}`, { headers });
  expect(hits).toEqual([]);
  expect(outside).toEqual([]);
});
