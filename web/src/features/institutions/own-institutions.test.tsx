import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnInstitution } from '@vesalius/contract/institutions';
import { expect, it } from 'vitest';
import { getSession } from '../../lib/session.ts';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import OwnInstitutions from './own-institutions.tsx';

const HOSPITAL = { id: '0197a000-0000-7000-8000-00000000000a', name: 'General Hospital', is_manager: true };
const CLINIC = { id: '0197a000-0000-7000-8000-00000000000b', name: 'Clinic', is_manager: false };
const own = (institutions: OwnInstitution['institutions']): OwnInstitution => ({
  id: institutions[0]!.id,
  name: institutions[0]!.name,
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: '2027-01-01T00:00:00.000Z',
  is_manager: institutions[0]!.is_manager,
  seats: null,
  seats_taken: 2,
  people_waiting: 0,
  domains: [],
  books: [],
  institutions,
});
const LEAVE = 'DELETE /institutions/current/membership';
const render = (institutions: OwnInstitution['institutions']) => {
  const left: string[] = [];
  return renderScreen(<OwnInstitutions />, {
    namespaces: ['institutions'],
    path: '/institution-books',
    at: '/institution-books',
    isPublic: true,
    session: sessionOf('customer', { hasInstitution: true, managesInstitution: true }),
    answers: {
      'GET /institutions/current': () => own(institutions.filter(({ id }) => !left.includes(id))),
      [LEAVE]: ({ url }: { url: string }) => {
        left.push(new URLSearchParams(url.split('?')[1]).get('institution_id') ?? '');
        return null;
      },
    },
  });
};

it('names the institutions, and leaves one after a question that says what follows', async () => {
  const { calls, container, location } = await render([HOSPITAL, CLINIC]);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave General Hospital' }));
  await expectAccessible(container);
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave General Hospital?' }));
  expect(dialog.getByText(/only an invitation brings you back.*You also stop managing it/)).toBeVisible();
  expect(calls.some((call) => call.startsWith(LEAVE))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(calls).toContain(`${LEAVE}?institution_id=${HOSPITAL.id}`));
  await waitFor(() => expect(screen.queryByText('General Hospital')).toBeNull());
  expect(screen.getByText('Clinic')).toBeVisible();
  expect(location()).toBe('/institution-books');
  expect(getSession()).toMatchObject({ hasInstitution: true, managesInstitution: false });
});

it('leads to the reader’s own books once the last one is left', async () => {
  const { location } = await render([CLINIC]);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave Clinic' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/stop managing/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(location()).toBe('/subscriped-books'));
  expect(getSession()).toMatchObject({ hasInstitution: false, managesInstitution: false });
});
