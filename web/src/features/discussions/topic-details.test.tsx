import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { TopicDetails } from './topic-details.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const comment = {
  id: '0197a000-0000-7000-8000-00000000000b',
  commentable_id: ID,
  content: 'A click.',
  comment_owner_name: 'Ben Student',
  comment_owner_image: null,
  created_at: '2026-03-01T10:00:00.000Z',
  page_link: null,
  hidden: null,
  can_delete: false,
  can_hide: false,
};
const topic = {
  id: ID,
  program_id: ID,
  title: 'Murmurs',
  content:
    '<p>What do you <strong>hear</strong>?<img src=x alt="" onerror="window.ran=1"><script>window.ran=1</script></p>',
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  version: 1,
  topic_owner_name: '',
  topic_owner_image: null,
  ownable_id: ID,
  ownable_type: 'User',
  number_of_comments: 1,
  can_edit: false,
  can_delete: false,
  page_link: { book_id: ID, book_title: 'The ECG in Practice', page: 12 },
  comments: [comment],
};
const render = (more = {}, answers = {}) =>
  renderScreen(<TopicDetails programId={ID} topicId={ID} />, {
    namespaces: ['discussions'],
    session: sessionOf('customer'),
    answers: {
      [`GET /programs/${ID}/topics/${ID}`]: { ...topic, ...more },
      'GET /programs/user_programs/0197a000-0000-7000-8000-000000000001': { data: [], metadata: {} },
      ...answers,
    },
  });

it('sanitizes the topic once more, and links to its page', async () => {
  const { container } = await render();
  expect(await screen.findByRole('heading', { level: 1, name: 'Murmurs' })).toBeVisible();
  expect(container.querySelector('script, [onerror]')).toBeNull();
  expect((window as { ran?: number }).ran).toBeUndefined();
  expect(screen.getByText('Former member')).toBeVisible();
  expect(screen.getByText('01/03/2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'The ECG in Practice, page 12' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete the comment' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  await expectAccessible(container);
});

it('ignores an empty comment and sends one with text', async () => {
  const { calls } = await render({}, { [`POST /programs/${ID}/topics/${ID}/comments`]: comment });
  const send = await screen.findByRole('button', { name: 'Comment' });
  await userEvent.type(screen.getByLabelText('Write a comment'), '   ');
  expect(send).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Write a comment'), 'I hear a click');
  await userEvent.click(send);
  await waitFor(() => expect(calls.some((call) => call.startsWith('POST'))).toBe(true));
});

it('shows the reason instead of a hidden comment', async () => {
  await render({ comments: [{ ...comment, content: '', hidden: { reason: 'Patient data' } }] });
  expect(await screen.findByText('Hidden by a director: Patient data')).toBeVisible();
  expect(screen.queryByText('A click.')).toBeNull();
});

const POST = `POST /programs/${ID}/topics/${ID}/comments`;
const GET = `GET /programs/${ID}/topics/${ID}`;
type Sent = { comment: { id: string; content: string } };
async function typeComment(text: string) {
  fireEvent.change(await screen.findByLabelText('Write a comment'), { target: { value: text } });
  return screen.getByRole('button', { name: 'Comment' });
}

it('sends a comment once for two clicks at once', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const { calls } = await render({}, { [POST]: () => new Promise((resolve) => answers.push(resolve)) });
  const send = await typeComment('I hear a click');
  await act(async () => {
    send.click();
    send.click();
  });
  await waitFor(() => expect(answers).not.toEqual([]));
  expect(calls.filter((call) => call === POST)).toHaveLength(1);
  await act(async () => answers[0]?.(comment));
});

it('keeps what is typed while a comment is sent', async () => {
  const answers: ((value: unknown) => void)[] = [];
  await render({}, { [POST]: () => new Promise((resolve) => answers.push(resolve)) });
  (await typeComment('First')).click();
  await waitFor(() => expect(answers).not.toEqual([]));
  await typeComment('Second');
  await act(async () => answers[0]?.(comment));
  await waitFor(() => expect(getToasts()).not.toEqual([]));
  expect(screen.getByLabelText('Write a comment')).toHaveValue('Second');
});

it('says that a comment may have been sent when its answer is lost, and sends it again as the same one', async () => {
  const sent: Sent['comment'][] = [];
  const send = ({ body }: { body: unknown }) => {
    sent.push((body as Sent).comment);
    throw new TypeError('Failed to fetch');
  };
  await render({}, { [POST]: send });
  const button = await typeComment('I hear a click');
  fireEvent.click(button);
  await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(/not known yet.*does not arrive twice/));
  expect(screen.getByLabelText('Write a comment')).toHaveValue('I hear a click');
  await waitFor(() => {
    fireEvent.click(button);
    expect(sent.length).toBeGreaterThan(1);
  });
  expect(sent[1]).toEqual(sent[0]);
  await typeComment('I hear two clicks');
  await waitFor(() => {
    fireEvent.click(button);
    expect(sent.at(-1)?.content).toBe('I hear two clicks');
  });
  expect(sent.at(-1)?.id).not.toBe(sent[0]?.id);
});

it('empties the field when the comment has arrived whose answer was lost', async () => {
  const arrived: unknown[] = [];
  const { calls } = await render(
    {},
    {
      [GET]: () => ({ ...topic, comments: [comment, ...arrived] }),
      [POST]: ({ body }: { body: unknown }) => {
        arrived.push({ ...comment, ...(body as Sent).comment });
        throw new TypeError('Failed to fetch');
      },
    },
  );
  fireEvent.click(await typeComment('I hear a click'));
  await waitFor(() => expect(screen.getByLabelText('Write a comment')).toHaveValue(''));
  expect(screen.getByText('I hear a click')).toBeVisible();
  expect(calls.filter((call) => call === POST)).toHaveLength(1);
});
