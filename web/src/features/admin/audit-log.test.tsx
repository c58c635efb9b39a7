import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { WholeAuditLog } from './audit-log.tsx';

const entry = (id: number, action: string) => ({
  id: `0197a000-0000-7000-8000-00000000000${id}`,
  actor_id: null,
  actor_name: 'Stefan Staff',
  action,
  subject_type: 'certificate',
  subject_id: 'VSL-7F3K-9QXD-2M4T',
  subject_name: null,
  detail: {},
  names: {},
  created_at: '2026-03-01T09:00:00.000Z',
});

it('shows actions in words and filters by them; shows actions without words as recorded', async () => {
  const data = [entry(1, 'certificate.revoke'), entry(2, 'user.teleport')];
  const { calls, location } = await renderScreen(<WholeAuditLog />, {
    namespaces: ['admin'],
    session: sessionOf('staff'),
    answers: { 'GET /audit_log': { data, metadata: { count: 2, currentPage: 1, pages: 1 } } },
  });
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('Revoked a certificate')).toBeInTheDocument();
  expect(table.getByText('user.teleport')).toBeInTheDocument();
  expect(table.getAllByRole('link')[0]).toHaveAttribute('href', '/admin/certificates/VSL-7F3K-9QXD-2M4T');
  await userEvent.selectOptions(screen.getByLabelText('What was done'), 'certificate.revoke');
  await waitFor(() => expect(calls.at(-1)).toContain('action=certificate.revoke'));
  expect(location()).toBe('/?action=certificate.revoke');
});

it('names the kind of a new code in the page’s language', async () => {
  const made = { ...entry(1, 'promo_code.create'), detail: { kind: 'percentage', value: 50 } };
  await renderScreen(<WholeAuditLog />, {
    namespaces: ['admin'],
    session: sessionOf('staff'),
    language: 'ar',
    answers: { 'GET /audit_log': { data: [made], metadata: { count: 1, currentPage: 1, pages: 1 } } },
  });
  const table = await screen.findByRole('table');
  expect(table).toHaveTextContent('نسبة مئوية');
  expect(table).not.toHaveTextContent('percentage');
});

it.each(['en', 'ar'] as const)('is filtered by a period and saved as a file, in %s', async (language) => {
  const { calls, location, container } = await renderScreen(<WholeAuditLog />, {
    namespaces: ['admin', 'shell'],
    session: sessionOf('staff'),
    language,
    answers: {
      'GET /audit_log': {
        data: [entry(1, 'certificate.revoke')],
        metadata: { count: 1, currentPage: 1, pages: 1 },
      },
    },
  });
  await screen.findByRole('table');
  fireEvent.change(screen.getByLabelText(language === 'en' ? 'From' : 'من'), {
    target: { value: '2026-03-01' },
  });
  await waitFor(() => expect(calls.at(-1)).toContain('from=2026-03-01'));
  expect(location()).toBe('/?from=2026-03-01');
  expect(screen.getByRole('button', { name: /CSV/ })).toBeEnabled();
  await expectAccessible(container);
});
