import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { certificate, verification } from '../testing/sample-assessments.ts';
import CertificateVerifyPage from './certificate-verify.tsx';
import CertificatesPage from './certificates.tsx';

const list = (data: unknown[], pages = 1) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages },
  pending: [] as unknown[],
  revoked: [] as unknown[],
});
const show = (answers: Record<string, unknown>, at = '/certificates', language: 'en' | 'ar' = 'en') =>
  renderScreen(<CertificatesPage />, {
    namespaces: ['certificates'],
    path: '/certificates',
    at,
    session: sessionOf('customer'),
    answers,
    language,
  });
const credit = (claimed: number | null) =>
  certificate({ certificate_type: 'credit', credits_maximum: 4.5, credits_claimed: claimed });

describe('certificates', () => {
  beforeEach(() => {
    // jsdom has no canvas. That the screen works without one is part of the test.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });

  it('are listed with kind, amount and day', async () => {
    const { container } = await show({ 'GET /certificates': list([certificate(), credit(3.25)]) });
    expect(await screen.findByText('6 hours')).toBeVisible();
    expect(screen.getByText('3.25 credits')).toBeVisible();
    expect(screen.getAllByText('Issued on 20 Nov 2026')).toHaveLength(2);
    await expectAccessible(container);
  });

  it('open, and show the number when the browser cannot draw', async () => {
    await show({ 'GET /certificates': list([certificate()]) });
    await userEvent.click(await screen.findByRole('button', { name: /Open the certificate for The Book/ }));
    expect(await screen.findByText(/Its number is VSL-7F3K-9QXD-2M4T/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Download the PDF' })).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Open the public page' })).toHaveAttribute(
      'href',
      '/certificates/verify/VSL-7F3K-9QXD-2M4T',
    );
    await expectAccessible(screen.getByRole('dialog'));
  });

  it('of credit are claimed before they are downloaded', async () => {
    const sent: unknown[] = [];
    await show({
      'GET /certificates': list([credit(null)]),
      [`PATCH /certificates/${credit(null).id}/claim`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return credit(3.25);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Open the certificate/ }));
    expect(screen.getByRole('button', { name: 'Download the PDF' })).toBeDisabled();
    const field = screen.getByRole('textbox', { name: 'Credits' });
    // The field does not suggest the maximum.
    expect(field).toHaveValue('');
    expect(field).toHaveAccessibleDescription('At most 4.5');
    for (const typed of ['45', '3.2', '-1']) {
      await userEvent.type(field, typed);
      await userEvent.tab();
      // The typed value stays and is not replaced by another claim.
      expect(field).toHaveValue(typed);
      expect(field).toHaveAccessibleDescription(/At most 4\.5, in steps of 0\.25\./);
      expect(screen.getByRole('button', { name: 'Claim' })).toBeDisabled();
      await userEvent.clear(field);
    }
    await userEvent.type(field, '3.25');
    await userEvent.click(screen.getByRole('button', { name: 'Claim' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Download the PDF' })).toBeEnabled());
    expect(sent).toEqual([{ credits_claimed: 3.25 }]);
  });

  it('are issued again with a new name', async () => {
    const old = { ...certificate(), name_changed: true, account_name: 'Ada King' };
    await show({
      'GET /certificates': list([old]),
      [`POST /certificates/${old.id}/reissue`]: {
        ...certificate(),
        user_name: 'Ada King',
        account_name: 'Ada King',
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Open the certificate/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Issue it again' }));
    expect(await screen.findByRole('img', { name: /Certificate of Ada King/ })).toBeInTheDocument();
  });

  it('keep the name that staff corrected', async () => {
    const corrected = { ...certificate(), name_corrected: true, account_name: 'Ada King' };
    await show({ 'GET /certificates': list([corrected]) });
    await userEvent.click(await screen.findByRole('button', { name: /Open the certificate/ }));
    expect(screen.getByText(/Our staff corrected the name/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Issue it again' })).toBeNull();
  });

  it('that are not earned are shown as not valid', async () => {
    const not = new FakeFailure(404, { code: 'certificate_not_valid', message: 'x' });
    await show(
      { 'GET /certificates': list([]), 'GET /certificates/single_certificate': not },
      '/certificates?book=0197a000-0000-7000-8000-00000000000b',
    );
    expect(await screen.findByText('The certificate is currently not valid.')).toBeVisible();
  });

  const revoked = {
    id: '0197a000-0000-7000-8000-00000000000d',
    book_id: '0197a000-0000-7000-8000-00000000000b',
    book_title: 'Heart',
    certificate_type: 'hours',
    certificate_unique_id: 'VSL-2222-2222-2222',
    revoked_at: '2026-11-21T09:00:00.000Z',
    reason: 'Taken by another.',
  };
  it('that were revoked say since when and why', async () => {
    const { container } = await show({ 'GET /certificates': { ...list([]), revoked: [revoked] } });
    const section = await screen.findByRole('region', { name: 'Revoked' });
    expect(section).toHaveTextContent('Heart');
    expect(section).toHaveTextContent('Not valid since 21 Nov 2026. The reason: Taken by another.');
    expect(screen.queryByText('No certificates yet')).toBeNull();
    await expectAccessible(container);
  });

  it('of another book do not stand below the message about one', async () => {
    const not = new FakeFailure(404, { code: 'certificate_not_valid', message: 'x' });
    await show(
      {
        'GET /certificates': { ...list([certificate()]), revoked: [revoked] },
        'GET /certificates/single_certificate': not,
      },
      `/certificates?book=${revoked.book_id}`,
    );
    expect(await screen.findByText('It was revoked on 21 Nov 2026. Why stands below.')).toBeVisible();
    expect(screen.getByText('The certificate is currently not valid.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Open the certificate/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'All your certificates' })).toHaveAttribute(
      'href',
      '/certificates',
    );
  });

  it('in progress list what is missing, with links', async () => {
    const [first, second] = ['0197a000-0000-7000-8000-00000000000a', '0197a000-0000-7000-8000-00000000000b'];
    const nothing = { pages_to_read: 0, open_tests: [] };
    const test = {
      id: '0197a000-0000-7000-8000-00000000000c',
      title: 'Chapter 2',
      page: 12,
      page_label: 'xii',
    };
    const pending = [
      { book_id: first, book_title: 'Chest', ...nothing, missing: ['survey'] },
      {
        ...{ book_id: second, book_title: 'Heart', pages_to_read: 4, open_tests: [test] },
        missing: ['pages', 'mandatory_tests', 'final_test', 'survey'],
      },
    ];
    const { container } = await show({ 'GET /certificates': { ...list([]), pending } });
    expect(await screen.findByRole('link', { name: 'Answer the survey: Chest' })).toHaveAttribute(
      'href',
      `/FinalTest/result/${first}/ViewScore`,
    );
    expect(screen.getByText(/4 more pages to read \(90% of the book\)/)).toBeVisible();
    expect(screen.getByText(/The final test at 70% or more/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chapter 2, page xii: Heart' })).toHaveAttribute(
      'href',
      `/book-viewer/${second}?page=12`,
    );
    expect(screen.getByRole('link', { name: 'Read on: Heart' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the final test: Heart' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Answer the survey: Heart' })).toBeNull();
    expect(screen.queryByText('No certificates yet')).toBeNull();
    await expectAccessible(container);
  });

  it('of a reader who has none are an empty page with a next step', async () => {
    const { container } = await show({ 'GET /certificates': list([]) }, '/certificates', 'ar');
    expect(await screen.findByText('لا توجد شهادات بعد')).toBeVisible();
    await expectAccessible(container);
  });
});

describe('verifying a certificate', () => {
  const check = (answers: Record<string, unknown>, number = 'VSL-7F3K-9QXD-2M4T') =>
    renderScreen(<CertificateVerifyPage />, {
      namespaces: ['certificates'],
      path: '/certificates/verify/:certificateUniqueId',
      at: `/certificates/verify/${number}`,
      answers,
    });

  it('shows a stranger its holder, subject and amount', async () => {
    const { container } = await check({
      'GET /certificates/verify/VSL-7F3K-9QXD-2M4T': verification({
        replaces_issue_of: '2026-11-01T00:00:00.000Z',
      }),
    });
    expect(await screen.findByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
    expect(screen.getByText('Ada Lovelace')).toBeVisible();
    expect(screen.getByText('The Book, edition 2')).toBeVisible();
    expect(screen.getByText(/Awarded by Vesalius for solving 70 percent/)).toBeVisible();
    expect(screen.getByText(/It was issued again/)).toBeVisible();
    await expectAccessible(container);
  });

  it('says that a certificate was revoked', async () => {
    await check({ 'GET /certificates/verify/VSL-7F3K-9QXD-2M4T': verification({ status: 'revoked' }) });
    expect(await screen.findByRole('heading', { name: 'This certificate was revoked' })).toBeVisible();
  });

  it('says that a number is unknown, and checks another one', async () => {
    const { location } = await check(
      {
        'GET /certificates/verify/VSL-0000-0000-0000': new FakeFailure(404, {
          code: 'certificate_not_valid',
        }),
        'GET /certificates/verify/VSL-7F3K-9QXD-2M4T': verification(),
      },
      'VSL-0000-0000-0000',
    );
    expect(await screen.findByRole('heading', { name: 'No certificate has this number' })).toBeVisible();
    expect(screen.getByText(/Check the letters and digits/)).toBeVisible();
    expect(screen.queryByText(/not valid/)).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Certificate number' }), 'VSL-7F3K-9QXD-2M4T');
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
    expect(location()).toBe('/certificates/verify/VSL-7F3K-9QXD-2M4T');
  });

  it('verifies a signed credential from its text', async () => {
    await check({
      'GET /certificates/verify/VSL-7F3K-9QXD-2M4T': new FakeFailure(404, { code: 'certificate_not_valid' }),
      'POST /certificates/verify_credential': verification(),
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text of the credential' }), 'a.b.c');
    await userEvent.click(screen.getByRole('button', { name: 'Check the credential' }));
    expect(await screen.findByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
  });
});
