import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { StudentsList } from './students-list.tsx';

const PROGRAM = '0197a000-0000-7000-8000-00000000000a';
const score = { score: 1, total: 4, percentage: 25 };
const row = (number: number, name: string) => ({
  user: {
    id: `0197a000-0000-7000-8000-0000000000${10 + number}`,
    first_name: name,
    second_name: 'Student',
    email: `${name.toLowerCase()}@example.org`,
    image: null,
  },
  joined_at: '2026-03-01T09:00:00.000Z',
  state: 'on_track',
  invitation_sent_at: null,
  last_active_at: '2026-03-05T09:00:00.000Z',
  last_course: { id: PROGRAM, title: 'The ECG in Practice' },
  last_chapter: {
    id: PROGRAM,
    title: 'Ischaemia',
    pre_test_score: score,
    post_test_score: null as typeof score | null,
  },
  books: [
    {
      book: { id: PROGRAM, title: 'The ECG in Practice' },
      number_of_tests: 2,
      tests_done: 1,
      percentage: 50,
      final_score: null,
      is_read: true,
      is_passed: false,
      is_certified: null,
    },
  ],
});
const list = {
  data: [row(1, 'Anna'), row(2, 'Ben')],
  metadata: { count: 2, currentPage: 1, pages: 1 },
};
const removalsCall = `GET /programs/${PROGRAM}/removals`;
const render = (answers = {}, at = '/') =>
  renderScreen(<StudentsList programId={PROGRAM} />, {
    namespaces: ['programs', 'imports', 'fields'],
    session: sessionOf('program_director'),
    at,
    answers: {
      'GET /students/students_overview': list,
      [removalsCall]: { ...list, data: [] },
      ...answers,
    },
  });

it('shows each student with the last chapter and, expanded, a bar per book', async () => {
  const ben = row(2, 'Ben');
  const both = { ...ben.last_chapter, post_test_score: { score: 3, total: 4, percentage: 75 } };
  const { container } = await render({
    'GET /students/students_overview': { ...list, data: [row(1, 'Anna'), { ...ben, last_chapter: both }] },
  });
  expect(await screen.findByText('2 students')).toBeVisible();
  expect(screen.getByRole('link', { name: /Anna Student/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/StudentProgress/),
  );
  expect(screen.getByText('Pre-test 25%')).toBeVisible();
  expect(screen.getByText('Pre-test → post-test: 25% → 75%')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show the books of Anna Student' }));
  expect(screen.getAllByText(/^Chapter tests/)[0]).toHaveTextContent('Chapter tests: 1 of 2');
  expect(screen.getAllByText(/^Read/)[0]).toHaveTextContent('Read: ✓ Yes');
  expect(screen.getAllByText(/^Passed/)[0]).toHaveTextContent('Passed: Not yet');
  expect(screen.getAllByText(/^Certificate/)[0]).toHaveTextContent('Certificate: N/A');
  expect(screen.getByRole('progressbar', { name: /50% of the tests done/ })).toBeVisible();
  await expectAccessible(container);
});

it('deletes only selected students, and confirms with the right number', async () => {
  const { calls } = await render({
    [`POST /programs/${PROGRAM}/removals`]: new FakeFailure(503, { code: 'unavailable', message: 'Later.' }),
  });
  const remove = await screen.findByRole('button', { name: 'Remove' });
  expect(remove).toBeDisabled();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getByText('2 selected')).toBeVisible();
  await userEvent.click(remove);
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 students from the program?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(calls).toContain(`POST /programs/${PROGRAM}/removals`));
  // Nobody was removed: both are still selected.
  expect(screen.getByText('2 selected')).toBeInTheDocument();
});

it.each([
  [1, 'Anna Student was removed. The others had left before.'],
  [0, 'Nobody was left to remove.'],
])('says that %i of the selected were still there', async (removed, told) => {
  await render({
    [`POST /programs/${PROGRAM}/removals`]: { removed, names: ['Anna Student'].slice(0, removed) },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 students from the program?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe(told));
  expect(getToasts().at(-1)?.action?.label).toBe(removed > 0 ? 'Undo' : undefined);
});

it('selects the complete list, removes it at once, and restores it', async () => {
  const names = ['Anna', 'Ben', 'Carl', 'Dora', 'Emil'];
  const rows = names.map((name, index) => row(index + 1, name));
  const sent: { removal_id: string; user_ids: string[] }[] = [];
  const undone: string[] = [];
  const answers: Answers = {
    [removalsCall]: { ...list, data: [] },
    'GET /students/students_overview': ({ url }: { url: string }) => {
      const items = Number(new URLSearchParams(url.split('?')[1]).get('items') ?? 2);
      const metadata = { count: 5, currentPage: 1, pages: Math.ceil(5 / items) };
      return { data: rows.slice(0, items), metadata };
    },
    [`POST /programs/${PROGRAM}/removals`]: ({
      body,
    }: {
      body: { removal_id: string; user_ids: string[] };
    }) => {
      sent.push(body);
      return sent.length === 1
        ? new FakeFailure(503, { code: 'unavailable', message: 'Later.' })
        : { removed: 5, names: ['Anna Student', 'Ben Student', 'Carl Student'] };
    },
  };
  const { container } = await renderScreen(<StudentsList programId={PROGRAM} />, {
    namespaces: ['programs'],
    session: sessionOf('program_director'),
    answers,
  });
  expect(screen.queryByRole('button', { name: 'Select all 5 of the list' })).toBeNull();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 5 of the list' }));
  expect(await screen.findByText('5 selected')).toBeVisible();
  await expectAccessible(container);
  const opener = screen.getByRole('button', { name: 'Remove' });
  await userEvent.click(opener);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
  await userEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Remove 5 students from the program?' });
  const remove = within(dialog).getByRole('button', { name: 'Remove' });
  await userEvent.click(remove);
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(remove).toBeEnabled());
  await userEvent.click(remove);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[0]?.user_ids).toEqual(rows.map(({ user }) => user.id));
  // A retry after a failure is the same removal.
  expect(sent[1]).toEqual(sent[0]);
  expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
  answers[`DELETE /programs/${PROGRAM}/removals/${sent[0]?.removal_id}`] = ({ url }: { url: string }) => {
    undone.push(url);
    return { restored: 5 };
  };
  const NAMED = 'Anna Student, Ben Student, Carl Student, and 2 others';
  expect(getToasts().at(-1)?.text).toBe(`Deletion operation completed successfully. Removed: ${NAMED}.`);
  getToasts().at(-1)?.action?.run();
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe(`${NAMED} are back.`));
  expect(undone).toHaveLength(1);
});

it('goes to the last existing page when its own page is gone', async () => {
  const gone = { data: [], metadata: { count: 2, currentPage: 3, pages: 2 } };
  const { location } = await render({ 'GET /students/students_overview': gone }, '/?page=3');
  await waitFor(() => expect(location()).toBe('/?page=2'));
});

it('searches on the server after a pause in typing', async () => {
  const { calls, location } = await render();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search by name or email' }), 'ann');
  await waitFor(() => expect(calls.at(-1)).toContain('search_term=ann'));
  expect(location()).toBe('/?search=ann');
  expect(calls.filter((call) => /search_term=an?(&|$)/.test(call))).toEqual([]);
});

it('treats an invalid id like an unknown one', async () => {
  const { calls } = await renderScreen(<StudentsList programId="mistyped" />, {
    namespaces: ['programs'],
    session: sessionOf('program_director'),
    answers: {
      'GET /students/students_overview': new FakeFailure(404, { code: 'not_found', message: 'No.' }),
      'GET /programs/00000000-0000-0000-0000-000000000000/removals': new FakeFailure(404, {
        code: 'not_found',
        message: 'No.',
      }),
    },
  });
  expect(await screen.findByRole('heading', { name: 'No active program selected' })).toBeVisible();
  expect(calls.join()).toContain('program_id=00000000-0000-0000-0000-000000000000');
});

it('says so when the program does not belong to the director', async () => {
  await render({
    'GET /students/students_overview': new FakeFailure(404, { code: 'not_found', message: 'Not there.' }),
  });
  expect(await screen.findByRole('heading', { name: 'No active program selected' })).toBeVisible();
});

it('says when somebody was invited, and sends the invitation again', async () => {
  const invited = {
    ...row(1, 'Anna'),
    state: 'invited',
    invitation_sent_at: '2026-03-01T09:00:00.000Z',
    last_active_at: null,
  };
  const sent: unknown[] = [];
  const { container } = await render(
    {
      'GET /students/students_overview': { ...list, data: [invited] },
      [`POST /programs/${PROGRAM}/invitations`]: ({ body }: { body: { dry_run?: boolean } }) => {
        sent.push(body);
        const names = ['Anna Student', 'Ben Student', 'Carl Student'];
        return body.dry_run
          ? { sent: 40, names, waiting: 3 }
          : { sent: 1, names: names.slice(0, 1), waiting: 0 };
      },
    },
    '/?state=invited&search=ann',
  );
  expect(await screen.findByText(/^Invitation of 1 Mar 2026.* expired 15 Mar 2026$/)).toBeVisible();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Send the invitation to Anna Student again' }));
  await waitFor(() => expect(sent).toEqual([{ user_ids: [invited.user.id] }]));
  // Sends to the people in the list, after its number was shown.
  await userEvent.click(screen.getByRole('button', { name: 'Resend invitations' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send 40 invitations again?' });
  expect(dialog).toHaveTextContent('To Anna Student, Ben Student, Carl Student, and 37 others.');
  expect(dialog).toHaveTextContent('3 were sent less than an hour ago');
  expect(sent.at(-1)).toEqual({ search_term: 'ann', dry_run: true });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send 40 again' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ search_term: 'ann' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Anna Student' }));
  await userEvent.click(screen.getByRole('button', { name: 'Resend to the selected' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ user_ids: [invited.user.id], dry_run: true }));
  expect(getToasts().map(({ text }) => text)).toContain('1 invitation is on its way: Anna Student.');
});

it('finds people who never signed in, and sends their invitations again', async () => {
  const sent: unknown[] = [];
  const { calls, location } = await render({
    [`POST /programs/${PROGRAM}/invitations`]: ({ body }: { body: object }) => {
      sent.push(body);
      return { sent: 2, names: ['Anna Student', 'Ben Student'], waiting: 0 };
    },
  });
  await screen.findByText('2 students');
  await userEvent.selectOptions(screen.getByLabelText('Activity'), 'Never opened a book');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Least recently active first');
  await waitFor(() => expect(location()).toBe('/?activity=never_opened&order=least_active'));
  await waitFor(() => expect(calls.at(-1)).toContain('activity=never_opened&order=least_active'));
  await userEvent.click(await screen.findByRole('button', { name: 'Resend invitations' }));
  await waitFor(() => expect(sent).toEqual([{ activity: 'never_opened', dry_run: true }]));
});

it('reminds one student who is behind, or all of them after a confirmation', async () => {
  const sent: unknown[] = [];
  const behind = { ...row(1, 'Anna'), state: 'behind', reminded_at: '2026-03-06T09:00:00.000Z' };
  const { container } = await render(
    {
      'GET /students/students_overview': { ...list, data: [behind] },
      [`POST /programs/${PROGRAM}/reminders`]: ({ body }: { body: { dry_run?: boolean } }) => {
        sent.push(body);
        return { sent: 1, names: ['Anna Student'], waiting: 1 };
      },
    },
    '/?state=behind',
  );
  expect(await screen.findByText('Reminded 6 Mar 2026')).toBeVisible();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Remind Anna Student of the overdue tasks' }));
  await waitFor(() => expect(sent).toEqual([{ user_ids: [behind.user.id] }]));
  await userEvent.click(screen.getByRole('button', { name: 'Remind all' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remind 1 student?' });
  expect(dialog).toHaveTextContent('1 was reminded within the last day');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remind 1 student' }));
  await waitFor(() => expect(sent.slice(1)).toEqual([{ dry_run: true }, {}]));
});

it('lists the removals of the last day, also after the page was left', async () => {
  const removal = '0197a000-0000-7000-8000-0000000000aa';
  let removals = [
    {
      id: removal,
      removed_at: '2026-03-06T09:00:00.000Z',
      number_of_people: 4,
      names: ['Anna Student', 'Ben Student', 'Carl Student'],
      undo_until: '2026-03-07T09:00:00.000Z',
    },
  ];
  const { container } = await render({
    [removalsCall]: () => ({ ...list, data: removals }),
    [`DELETE /programs/${PROGRAM}/removals/${removal}`]: () => {
      removals = [];
      return { restored: 4 };
    },
  });
  const section = await screen.findByRole('region', { name: 'Removed during the last day' });
  expect(section).toHaveTextContent('Anna Student, Ben Student, Carl Student and 1 more');
  await expectAccessible(container);
  await userEvent.click(within(section).getByRole('button', { name: /^Undo the removal of/ }));
  await waitFor(() =>
    expect(getToasts().at(-1)?.text).toBe('Anna Student, Ben Student, Carl Student, and 1 other are back.'),
  );
  await waitFor(() => expect(section).not.toBeInTheDocument());
});

it('says that a selection includes hidden students, and clears it', async () => {
  await render({
    'GET /students/students_overview': ({ url }: { url: string }) =>
      url.includes('state=behind') ? { ...list, data: [row(3, 'Carl')] } : list,
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.queryByText(/shown here/)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Behind');
  expect(await screen.findByText('2 selected, of these 0 shown here')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByText(/shown here/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled();
});
