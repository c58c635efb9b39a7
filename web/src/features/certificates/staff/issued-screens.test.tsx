import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CertificateHistory } from '@vesalius/contract/certificates-admin';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../../testing/render.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { issuedOptions } from './api.ts';
import { IssuedList } from './issued-list.tsx';
import { IssuedView } from './issued-view.tsx';

const NUMBER = 'VSL-7F3K-9QXD-2M4T';
const certificate: CertificateHistory = {
  id: '0197a000-0000-7000-8000-000000000009',
  number: NUMBER,
  state: 'valid',
  kind: 'credit',
  user_name: 'Ada Lovelase',
  user_id: '0197a000-0000-7000-8000-000000000010',
  email: 'ada@example.org',
  book_id: '0197a000-0000-7000-8000-000000000011',
  book_title: 'Chest Radiography',
  book_version: '2',
  title: 'Reading the Chest Radiograph',
  provider: null,
  hours_of_participation: 6,
  credits_maximum: 4.5,
  credits_claimed: 3.25,
  completed_on: '2026-03-01',
  issued_at: '2026-03-01T09:00:00.000Z',
  revoked_at: null,
  revoked_reason: null,
  account_name: 'Ada Lovelase',
  final_score: 9,
  final_total: 10,
  same_name: [],
  also_valid: [],
  revoked_with: [],
  earlier_issue_count: 0,
  earlier_issues: [],
};
const listOf = (data: unknown[], pages = 1) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages },
});
const books = { queryKey: ['books'], find: async () => ({ choices: [], more: false }) };
const setting = (answers: Answers, at = '/', language: 'en' | 'ar' = 'en') => ({
  namespaces: ['issued' as const, 'fields' as const],
  session: sessionOf('staff'),
  answers,
  at,
  language,
});

/** Like the route: the response of an action replaces the shown certificate. */
function View({ of }: { of: CertificateHistory }) {
  const { data } = useQuery({ ...issuedOptions(NUMBER), initialData: of, enabled: false });
  return <IssuedView certificate={data} verifyLink="/verify" personLink="/person" />;
}

describe('certificates in the administration', () => {
  afterEach(cleanup);

  it.each(['en', 'ar'] as const)('are listed without accessibility findings: %s', async (language) => {
    const answers = { 'GET /certificates': listOf([certificate]) };
    const { container } = await renderScreen(
      <IssuedList books={books} linkOf={(number) => `/admin/certificates/${number}`} />,
      setting(answers, '/', language),
    );
    await screen.findByText(NUMBER);
    await expectAccessible(container);
  });

  it('are searched by the address, and the address keeps the search', async () => {
    const { calls, location } = await renderScreen(
      <IssuedList books={books} linkOf={(number) => `/admin/certificates/${number}`} />,
      setting({ 'GET /certificates': listOf([certificate], 3) }, '/?state=revoked&page=2'),
    );
    await screen.findByText(NUMBER);
    expect(calls.at(-1)).toContain('state=revoked');
    expect(calls.at(-1)).toContain('page=2');
    await userEvent.type(screen.getByRole('searchbox'), 'lovelase');
    await waitFor(() => expect(location()).toBe('/?state=revoked&search_term=lovelase'));
    await waitFor(() => expect(calls.at(-1)).toContain('search_term=lovelase'));
    expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute(
      'href',
      '/?state=revoked&search_term=lovelase&page=2',
    );
  });

  it('are revoked only after a confirmation with a reason, which can be undone', async () => {
    const sent: unknown[] = [];
    const revoked = {
      ...certificate,
      state: 'revoked',
      revoked_at: '2026-03-02T09:00:00.000Z',
      revoked_reason: 'Plagiarism',
    };
    await renderScreen(
      <View of={certificate} />,
      setting({
        [`POST /certificates/${NUMBER}/revocation`]: ({ body }: { body: unknown }) => {
          sent.push(body);
          return revoked;
        },
        [`DELETE /certificates/${NUMBER}/revocation`]: () => {
          sent.push('undone');
          return certificate;
        },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/Ada Lovelase sees it as revoked, with the reason, and gets a letter/),
    ).toBeInTheDocument();
    const submit = dialog.getByRole('button', { name: 'Revoke the certificate' });
    expect(submit).toBeDisabled();
    expect(sent).toEqual([]);
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/at least 3 letters/);
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Plagiarism' } });
    await userEvent.click(submit);
    await waitFor(() => expect(sent).toEqual([{ reason: 'Plagiarism', also: [] }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const toast = getToasts().at(-1);
    expect(toast?.text).toBe('The certificate was revoked');
    toast?.action?.run();
    await waitFor(() => expect(sent).toContain('undone'));
  });

  it('get the typed name, based on the issue that was shown', async () => {
    const sent: unknown[] = [];
    await renderScreen(
      <View of={certificate} />,
      setting({
        [`POST /certificates/${NUMBER}/issues`]: ({ body }: { body: unknown }) => {
          sent.push(body);
          return { ...certificate, id: certificate.book_id, user_name: 'Ada Lovelace' };
        },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Correct the name' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Misspelt' } });
    // The current name is not a correction.
    expect(dialog.getByRole('button', { name: 'Issue it again' })).toBeDisabled();
    fireEvent.change(dialog.getByLabelText('Name on the certificate'), {
      target: { value: ' Ada Lovelace ' },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Issue it again' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { issue_id: certificate.id, user_name: 'Ada Lovelace', reason: 'Misspelt', also: [] },
      ]),
    );
    // The new issue replaces the old one, and its dialog is closed.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([true, false])(
    'are corrected together with the other kind unless staff choose otherwise: %s',
    async (together) => {
      const sent: { also: unknown }[] = [];
      const other = { id: certificate.book_id, number: 'VSL-2M4T-9QXD-7F3K', kind: 'hours' as const };
      const { container } = await renderScreen(
        <View of={{ ...certificate, same_name: [other] }} />,
        setting({
          [`POST /certificates/${NUMBER}/issues`]: ({ body }: { body: { also: unknown } }) => {
            sent.push(body);
            return { ...certificate, id: certificate.book_id, user_name: 'Ada Lovelace' };
          },
        }),
      );
      await userEvent.click(screen.getByRole('button', { name: 'Correct the name' }));
      const dialog = within(await screen.findByRole('dialog'));
      await waitFor(() => expect(dialog.getByText(/2 certificates are issued again/)).toBeVisible());
      await expectAccessible(container);
      if (!together) {
        await userEvent.click(dialog.getByRole('checkbox', { name: /Also correct/ }));
        expect(dialog.getByText(/It keeps the earlier name/)).toBeVisible();
      }
      fireEvent.change(dialog.getByLabelText('Name on the certificate'), {
        target: { value: 'Ada Lovelace' },
      });
      fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Misspelt' } });
      await userEvent.click(dialog.getByRole('button', { name: 'Issue it again' }));
      await waitFor(() =>
        expect(sent.map(({ also }) => also)).toEqual([
          together ? [{ number: other.number, issue_id: other.id }] : [],
        ]),
      );
    },
  );

  it('are revoked together with the other kind unless staff choose otherwise', async () => {
    const sent: unknown[] = [];
    const other = { id: certificate.book_id, number: 'VSL-2M4T-9QXD-7F3K', kind: 'hours' as const };
    await renderScreen(
      <View of={{ ...certificate, also_valid: [other] }} />,
      setting({
        [`POST /certificates/${NUMBER}/revocation`]: ({ body }: { body: unknown }) => {
          sent.push(body);
          return new FakeFailure(503, { code: 'unavailable', message: 'Later.' });
        },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(other.number)).toBeVisible();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Plagiarism' } });
    expect(screen.getByRole('dialog', { name: 'Revoke 2 certificates?' })).toBeVisible();
    const submit = dialog.getByRole('button', { name: 'Revoke 2 certificates' });
    await userEvent.click(submit);
    await waitFor(() => expect(sent).toEqual([{ reason: 'Plagiarism', also: [other.number] }]));
    await userEvent.click(dialog.getByRole('checkbox', { name: /Also revoke/ }));
    expect(dialog.getByText(/It stays valid/)).toBeVisible();
    expect(submit).toHaveTextContent('Revoke the certificate');
    await waitFor(() => expect(submit).toBeEnabled());
    await userEvent.click(submit);
    await waitFor(() => expect(sent[1]).toEqual({ reason: 'Plagiarism', also: [] }));
  });

  it('are valid again together with what was revoked with them', async () => {
    const other = { id: certificate.book_id, number: 'VSL-2M4T-9QXD-7F3K', kind: 'hours' as const };
    const revoked = {
      ...certificate,
      ...{ state: 'revoked' as const, revoked_at: '2026-03-02T09:00:00.000Z', revoked_with: [other] },
    };
    const sent: string[] = [];
    await renderScreen(
      <View of={revoked} />,
      setting({
        [`DELETE /certificates/${other.number}/revocation`]: () => {
          sent.push(other.number);
          return { ...certificate, number: other.number };
        },
        [`DELETE /certificates/${NUMBER}/revocation`]: () => {
          sent.push(NUMBER);
          return certificate;
        },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Undo the revocation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Make 2 certificates valid again?' }));
    const together = dialog.getByRole('checkbox', { name: /together/ });
    expect(together).toBeChecked();
    await userEvent.click(together);
    expect(dialog.getByText(/It stays revoked/)).toBeVisible();
    await userEvent.click(together);
    await userEvent.click(dialog.getByRole('button', { name: 'Make 2 certificates valid again' }));
    await waitFor(() => expect(sent).toEqual([other.number, NUMBER]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke' })).toHaveFocus());
    expect(getToasts().at(-1)?.text).toBe('2 certificates are valid again');
  });

  it('show earlier issues and why they were replaced', async () => {
    const { container } = await renderScreen(
      <View
        of={{
          ...certificate,
          state: 'revoked',
          revoked_at: '2026-03-02T09:00:00.000Z',
          revoked_reason: 'Plagiarism',
          earlier_issue_count: 101,
          earlier_issues: [
            {
              id: certificate.book_id,
              user_name: 'A. Lovelase',
              credits_claimed: null,
              issued_at: '2026-02-01T09:00:00.000Z',
              replaced_at: '2026-03-01T09:00:00.000Z',
              reason: null,
            },
          ],
        }}
      />,
      setting({}),
    );
    expect(screen.getByText('Plagiarism')).toBeInTheDocument();
    expect(screen.getByText('Issued again by the holder')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Undo the revocation' })).toBeInTheDocument();
    await expectAccessible(container);
  });
});
