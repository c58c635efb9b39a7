import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { storeSession } from '../../lib/session.ts';
import { keepUnsent } from '../../lib/unsent.ts';
import { renderScreen, sessionOf } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { TopicEditor } from './topic-editor.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const POST = `POST /programs/${ID}/topics`;
const session = sessionOf('customer');
const render = (send: (request: { body: unknown }) => unknown) =>
  renderScreen(<TopicEditor programId={ID} topic={null} onSaved={() => {}} onCancel={() => {}} />, {
    namespaces: ['discussions'],
    session,
    answers: { [POST]: send, [`GET /programs/user_programs/${session.userId}`]: { data: [], metadata: {} } },
  });

beforeEach(() => {
  storeSession(session, true);
  const written = { title: 'Murmurs', content: '<p>What do you hear?</p>', link: null, version: 0 };
  keepUnsent(`topic:${ID}:new`, written);
});

it('sends a topic whose answer was lost again as the same one, and says so', async () => {
  const sent: { id?: string }[] = [];
  await render(({ body }) => {
    sent.push((body as { topic: { id?: string } }).topic);
    throw new TypeError('Failed to fetch');
  });
  const publish = screen.getByRole('button', { name: 'Publish' });
  fireEvent.click(publish);
  await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(/not known yet.*does not arrive twice/));
  await waitFor(() => {
    fireEvent.click(publish);
    expect(sent.length).toBeGreaterThan(1);
  });
  expect(sent[0]?.id).toBeTruthy();
  expect(sent[1]).toEqual(sent[0]);
});

it('sends a topic once for two clicks at once', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const { calls } = await render(() => new Promise((resolve) => answers.push(resolve)));
  const publish = screen.getByRole('button', { name: 'Publish' });
  await act(async () => {
    publish.click();
    publish.click();
  });
  await waitFor(() => expect(answers).not.toEqual([]));
  expect(calls.filter((call) => call === POST)).toHaveLength(1);
});
