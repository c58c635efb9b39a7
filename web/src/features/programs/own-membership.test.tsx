import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnProgram } from '@vesalius/contract/programs';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import HomePrograms from './home-programs.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const program: OwnProgram = {
  id: ID,
  name: 'Residency',
  photo_url: null,
  number_of_students: 2,
  number_of_topics: 0,
  books: [],
  assignments: [],
  directors: ['Dora Director'],
  hidden_before: '2026-03-01T09:00:00.000Z',
};
const render = (more: Partial<OwnProgram>, answers = {}) => {
  const session = sessionOf('customer');
  const own = { data: [{ ...program, ...more }], metadata: { count: 1, currentPage: 1, pages: 1 } };
  return renderScreen(<HomePrograms />, {
    namespaces: ['programs'],
    session,
    isPublic: true,
    answers: { [`GET /programs/user_programs/${session.userId}`]: own, ...answers },
  });
};

it('says from when on the director sees results, and shares earlier ones only after a confirmation', async () => {
  const call = `POST /programs/${ID}/membership/earlier_results`;
  const { calls, container } = await render({}, { [call]: () => null });
  expect(await screen.findByText(/Dora Director.* sees your results .* from 1 Mar 2026 on/)).toBeVisible();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier results too' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(calls).not.toContain(call);
  await userEvent.click(dialog.getByRole('button', { name: 'Show earlier results too' }));
  await waitFor(() => expect(calls).toContain(call));
});

it('says that a program has no director, and asks for no consent in favor of nobody', async () => {
  await render({ directors: [] });
  expect(await screen.findByText(/^The program has no director now\./)).toBeVisible();
  expect(screen.queryByText(/Your director/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show earlier results too' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Leave the program Residency' }));
  expect(await screen.findByRole('dialog')).not.toHaveTextContent('director');
});

it('leaves the program after a confirmation', async () => {
  const call = `DELETE /programs/${ID}/membership`;
  const { calls } = await render({ hidden_before: null }, { [call]: () => null });
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the program Residency' }));
  expect(screen.queryByRole('button', { name: 'Show earlier results too' })).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Residency?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Leave the program' }));
  await waitFor(() => expect(calls).toContain(call));
});

it('names the book of a task, and that a newer edition replaced it', async () => {
  const task = {
    id: ID,
    kind: 'chapter' as const,
    title: 'Dose and time',
    book_id: ID,
    book_title: 'Therapy (1st edition)',
    edition: '1st edition',
    replaced: { new_edition: { id: ID, edition: '2nd edition' }, last_day: null },
    page: 3,
    due_on: '2999-03-01',
    due_at: '2999-03-01T22:00:00.000Z',
    note: '',
    done: false,
    done_before_joining: false,
  };
  const other = { ...task, id: `${ID.slice(0, -1)}b`, book_title: 'Therapy (2nd edition)', replaced: null };
  await render({ assignments: [task, other] });
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items[0]).toContain('Therapy (1st edition) · Replaced by a newer edition');
  expect(items[1]).toContain('Therapy (2nd edition)Due');
});

it('tells tasks on one chapter apart by what is asked, and by the note of the director', async () => {
  const task = {
    ...{ id: ID, title: 'Dose and time', book_id: ID, book_title: 'Therapy', edition: '', replaced: null },
    ...{ page: 3, due_on: '2999-03-01', due_at: '2999-03-01T22:00:00.000Z', done: false },
    done_before_joining: false,
  };
  const id = `${ID.slice(0, -1)}b`;
  await render({
    assignments: [
      { ...task, kind: 'chapter', note: '' },
      { ...task, id, kind: 'test', note: 'Before the round' },
    ],
  });
  const [chapter, test] = await screen.findAllByRole('listitem');
  expect(chapter).toHaveTextContent('Dose and timeChapter · TherapyDue');
  expect(chapter).not.toHaveTextContent('Note');
  expect(test).toHaveTextContent('Test · Therapy');
  expect(test).toHaveTextContent('Note of the director: Before the round');
});

it('says of a task that was done before joining why it is open, and what makes it count', async () => {
  const task = {
    id: ID,
    kind: 'test' as const,
    title: 'Dose and time',
    book_id: ID,
    book_title: 'Therapy',
    edition: '1st edition',
    replaced: null,
    page: 3,
    due_on: '2999-03-01',
    due_at: '2999-03-01T22:00:00.000Z',
    note: '',
    done: false,
    done_before_joining: true,
  };
  const chapter = { ...task, id: `${ID.slice(0, -1)}b`, kind: 'chapter' as const };
  const { container } = await render({ assignments: [task, chapter] });
  const [test, read] = await screen.findAllByRole('listitem');
  const BEFORE = 'You did this before you joined; the program counts what you do since.';
  expect(test).toHaveTextContent(`${BEFORE} A test is taken once: choose “Show earlier results too” below`);
  expect(test).not.toHaveTextContent('Done');
  expect(read).toHaveTextContent(BEFORE);
  expect(within(read!).getByRole('link', { name: 'Read “Dose and time” again' })).toBeVisible();
  await expectAccessible(container);
});
