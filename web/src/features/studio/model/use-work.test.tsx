import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, FakeFailure, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { SaveLine } from './save-line.tsx';
import { useWork, useWorkSnapshot } from './use-work.ts';
import type { WorkStore } from './work-store.ts';

const WORK = {
  manifest: { title: 'Atlas' },
  version: 3,
  may_edit: true,
  steps: { can_undo: false, can_redo: false },
};

function Desk() {
  const work = useWork('w1');
  if (work.state === 'failed') return <p>{work.error.code}</p>;
  return work.state === 'open' ? <OpenDesk store={work.store} /> : <p>Opening</p>;
}
function OpenDesk({ store }: { store: WorkStore }) {
  const { document, saving } = useWorkSnapshot(store);
  return (
    <>
      <h1>{String(document.title)}</h1>
      <button type="button" onClick={() => store.change({ op: 'set', path: ['title'], value: 'Heart' })}>
        Rename
      </button>
      <SaveLine saving={saving} />
    </>
  );
}
const show = (answers: Answers) =>
  renderScreen(<Desk />, {
    namespaces: ['studio'],
    session: sessionOf('author'),
    answers: { 'GET /works/w1': WORK, ...answers },
  });

it('opens a work, shows a change at once, and says when it is saved', async () => {
  let sent: { base_version: number; changes: { id: string; operations: object[] }[] } | undefined;
  await show({
    'POST /works/w1/changes': ({ body }: { body: unknown }) => {
      sent = body as typeof sent;
      const [change] = sent?.changes ?? [];
      return {
        version: 4,
        operations: [
          {
            version: 4,
            change_id: change?.id,
            operation: change?.operations[0],
            user_id: null,
            user_name: null,
          },
        ],
        more: false,
        steps: { can_undo: true, can_redo: false },
        outcomes: [{ id: change?.id, state: 'applied', version: 4 }],
      };
    },
  });
  expect(await screen.findByRole('heading', { name: 'Atlas' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  expect(screen.getByRole('heading', { name: 'Heart' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Saving');
  await expect.poll(() => screen.getByRole('status').textContent).toMatch(/^Saved at \d\d:\d\d$/);
  expect(sent).toMatchObject({ base_version: 3, changes: [{ operations: [{ op: 'set', value: 'Heart' }] }] });
});

it('says that nothing is saved while the server does not answer', async () => {
  await show({ 'POST /works/w1/changes': new FakeFailure(503, { code: 'unavailable', message: 'Busy.' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }));
  await expect
    .poll(() => screen.getByRole('status').textContent)
    .toBe('Not saved: the server does not answer. Trying again.');
  expect(screen.getByRole('heading', { name: 'Heart' })).toBeVisible();
});

it('shows why a work does not open', async () => {
  await show({ 'GET /works/w1': new FakeFailure(404, { code: 'not_found', message: 'No.' }) });
  expect(await screen.findByText('not_found')).toBeVisible();
});
