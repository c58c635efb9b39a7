import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldText } from '@vesalius/contract/field-text';
import type { ProgramOverview } from '@vesalius/contract/programs-overview';
import { expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { Assignments } from './assignments.tsx';

const PROGRAM = '0197a000-0000-7000-8000-00000000000a';
const TASK = '0197a000-0000-7000-8000-00000000000b';
const overview = (due_on: string, is_over: boolean): ProgramOverview => ({
  id: PROGRAM,
  name: 'Residency',
  number_of_students: 2,
  states: { invited: 0, not_started: 1, behind: 1, on_track: 0, completed: 0 },
  books: [],
  scores: null,
  assignments: [
    {
      id: TASK,
      kind: 'book',
      subject_id: PROGRAM,
      title: 'The ECG',
      ...{ book_title: 'The ECG', edition: '1st edition', replaced: null },
      due_on,
      is_over,
      note: '',
      number_assigned: 2,
      number_done: 1,
    },
  ],
});
/** Only the server decides whether the day is over, because it knows the director's time zone. */
const render = (due_on: string, answers = {}, is_over = false) =>
  renderScreen(<Assignments programId={PROGRAM} overview={overview(due_on, is_over)} />, {
    namespaces: ['programs', 'fields'],
    session: sessionOf('program_director'),
    answers,
  });
const call = `/programs/${PROGRAM}/assignments/${TASK}`;

it('asks before an overdue assignment is withdrawn, which could not be assigned again', async () => {
  const { calls, container } = await render('2020-03-01', { [`DELETE ${call}`]: () => null }, true);
  expect(screen.getByText('Overdue')).toBeVisible();
  await expectAccessible(container);
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw The ECG' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw The ECG?' }));
  expect(calls).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(calls).toContain(`DELETE ${call}`));
  expect(getToasts().at(-1)?.action).toBeUndefined();
});

it('withdraws a running one at once and offers undo', async () => {
  let sent: unknown;
  await render('2099-03-01', {
    [`DELETE ${call}`]: () => null,
    [`POST /programs/${PROGRAM}/assignments`]: ({ body }: { body: unknown }) => {
      sent = body;
      return { id: TASK };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw The ECG' }));
  await waitFor(() => expect(getToasts().at(-1)?.action?.label).toBe('Undo'));
  getToasts().at(-1)?.action?.run();
  await waitFor(() => expect(sent).toMatchObject({ restores: TASK, due_on: '2099-03-01' }));
});

it('says for which day the task is already assigned', async () => {
  const program = overview('2099-03-01', false);
  const books = [
    { id: PROGRAM, title: 'The ECG', subjects: [{ kind: 'book' as const, id: PROGRAM, title: 'The ECG' }] },
  ] as ProgramOverview['books'];
  await renderScreen(<Assignments programId={PROGRAM} overview={{ ...program, books }} />, {
    namespaces: ['programs', 'fields'],
    session: sessionOf('program_director'),
    answers: {},
  });
  expect(screen.queryByText(/Already assigned/)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('What to do'), 'The whole book');
  expect(screen.getByText('Already assigned for 1 Mar 2099.')).toBeVisible();
});

it('says at the day that another director has set the task meanwhile', async () => {
  const program = overview('2099-03-01', false);
  const books = [
    { id: PROGRAM, title: 'The ECG', subjects: [{ kind: 'book' as const, id: PROGRAM, title: 'The ECG' }] },
  ] as ProgramOverview['books'];
  await renderScreen(<Assignments programId={PROGRAM} overview={{ ...program, assignments: [], books }} />, {
    namespaces: ['programs', 'fields'],
    session: sessionOf('program_director'),
    answers: {
      [`POST /programs/${PROGRAM}/assignments`]: new FakeFailure(422, {
        code: 'invalid',
        fields: { due_on: fieldText('taskAlready', { day: '2099-03-01' }) },
      }),
    },
  });
  await userEvent.selectOptions(screen.getByLabelText('What to do'), 'The whole book');
  fireEvent.change(screen.getByLabelText('Due'), { target: { value: '2099-04-01' } });
  await userEvent.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Due')).toHaveAccessibleDescription(
      'This is a task already, due on 1 Mar 2099: change its date instead.',
    ),
  );
});

it('changes the due date in place', async () => {
  let sent: unknown;
  await render('2020-03-01', {
    [`PATCH ${call}`]: ({ body }: { body: unknown }) => {
      sent = body;
    },
  });
  expect(screen.queryByText('Overdue')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Change the due date of The ECG' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New due date for The ECG' }));
  fireEvent.change(dialog.getByLabelText('Due'), { target: { value: '2099-04-01' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual({ due_on: '2099-04-01' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
