import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { AssessmentModal } from './assessment-modal.tsx';

it('closes for a link to a page of the book, and for no other link', async () => {
  const onClose = vi.fn();
  await renderScreen(
    <AssessmentModal kind="quiz" title="Valves" opened onClose={onClose}>
      <p>Which valve?</p>
      <Link to="/book-viewer/b?page=4">Page 4</Link>
    </AssessmentModal>,
    { namespaces: ['assessments'] },
  );
  await userEvent.click(await screen.findByText('Which valve?'));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('link', { name: 'Page 4' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('focuses its title, so that the space bar does not close it', async () => {
  const onClose = vi.fn();
  await renderScreen(
    <AssessmentModal kind="test" title="Valves" opened onClose={onClose}>
      <button type="button">Answer</button>
    </AssessmentModal>,
    { namespaces: ['assessments'] },
  );
  await waitFor(() => expect(screen.getByText('Valves')).toHaveFocus());
  await userEvent.keyboard(' ');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: 'Valves' })).toBeVisible();
});

it('leaves nothing behind it within reach, until it closes', async () => {
  const Screen = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <main id="main">
        <button type="button" onClick={() => setOpen(true)}>
          Open the test
        </button>
        {isOpen && (
          <AssessmentModal kind="test" title="Valves" opened onClose={() => setOpen(false)}>
            <button type="button">Answer</button>
          </AssessmentModal>
        )}
      </main>
    );
  };
  await renderScreen(<Screen />, { namespaces: ['assessments'] });
  const opener = screen.getByRole('button', { name: 'Open the test' });
  await userEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Valves' });
  const main = document.getElementById('main');
  expect(main).toHaveProperty('inert', true);
  expect(main).not.toContainElement(dialog);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(opener).toHaveFocus());
  expect(main).toHaveProperty('inert', false);
});
