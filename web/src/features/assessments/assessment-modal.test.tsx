import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { AssessmentModal } from './assessment-modal.tsx';

it('makes way for the page of the book that a link in it leads to, and for nothing else', async () => {
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

it('opens on its title: a space bar that turned pages until then closes nothing', async () => {
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
