import { screen } from '@testing-library/react';
import type { StudentProgress } from '@vesalius/contract/programs-students';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { ProgressTables } from './progress-table.tsx';

const ID = '0197a000-0000-7000-8000-00000000000a';
const task = (title: string, state: StudentProgress['tasks'][number]['state']) => ({
  id: `0197a000-0000-7000-8000-0000000000${title.length}0`,
  kind: 'chapter' as const,
  title,
  book_title: 'The ECG in Practice',
  due_on: '2026-03-05',
  note: title === 'Leads' ? 'Before the round' : '',
  state,
});
const progress: StudentProgress = {
  user: { id: ID, first_name: 'Anna', second_name: 'Student', email: 'anna@example.org', image: null },
  program: { id: ID, name: 'Residency' },
  hidden_before: null,
  tasks: [task('Leads', 'done'), task('Ischaemia', 'behind'), task('Pacing', 'open')],
  books: [],
};

it('shows which tasks of the student are done, overdue and open', async () => {
  const { container } = await renderScreen(<ProgressTables programId={ID} studentId={ID} />, {
    namespaces: ['programs'],
    session: sessionOf('program_director'),
    answers: { [`GET /programs/${ID}/users/${ID}`]: progress },
  });
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'LeadsChapter · The ECG in Practice · Before the round✓ Done',
    'IschaemiaChapter · The ECG in PracticeBehind: was due 5 Mar 2026',
    'PacingChapter · The ECG in PracticeDue 5 Mar 2026',
  ]);
  await expectAccessible(container);
});
