import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vesalius/contract/users';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DeleteAccount } from '../features/accounts/own-data.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { PageTests } from '../features/assessments/page-tests.tsx';
import { PageMaterials } from '../features/lectures/page-materials.tsx';
import { ContactForm } from '../features/support/contact-form.tsx';
import type { Namespace } from '../i18n/i18n.ts';
import { findNetwork, loseNetwork } from '../testing/network.ts';
import { type Answers, renderScreen, sessionOf } from '../testing/render.tsx';
import { checkoutAnswers } from '../testing/sample-checkout.ts';
import { dismissToast, getToasts } from '../ui/notify.ts';
import BookAllTests from './book-all-tests.tsx';
import CertificatesPage from './certificates.tsx';
import CheckoutPage from './checkout.tsx';
import QuizDisplayPage from './quiz-display.tsx';
import SubscriptionManagementPage from './subscription-management.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';
const NO_CONNECTION = /No connection\. Please check your network|not known yet whether your card was charged/;
const LINKS = { material: () => '/', page: () => '/', lectures: '/' };
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

afterEach(async () => {
  await findNetwork();
  for (const { id } of getToasts()) dismissToast(id);
});

interface Act {
  readonly name: string;
  readonly element: ReactElement;
  readonly namespaces: Namespace[];
  readonly isVisitor?: boolean;
  readonly at?: string;
  readonly answers?: Answers;
  readonly fill: () => void | Promise<void>;
  readonly button: string | RegExp;
  readonly kept: () => void;
}

const ACTS: readonly Act[] = [
  {
    name: 'a letter to support',
    element: <ContactForm email="ada@example.org" />,
    namespaces: ['support', 'fields'],
    fill: () => {
      type(/subject/i, 'A question about my book');
      type(/message/i, 'Where do I find the figures of the third chapter?');
    },
    button: /send/i,
    kept: () => expect(screen.getByLabelText(/subject/i)).toHaveValue('A question about my book'),
  },
  {
    name: 'the deletion of the account',
    element: <DeleteAccount user={{ has_password: true } as User} onDeleted={() => {}} />,
    namespaces: ['accounts', 'fields'],
    fill: async () => {
      await press('Delete my account');
      await screen.findByLabelText('Password');
      type('Password', 'A good password 1');
    },
    button: 'Delete for good',
    kept: () => expect(screen.getByLabelText('Password')).toHaveValue('A good password 1'),
  },
  {
    name: 'a payment by card',
    element: <CheckoutPage />,
    namespaces: ['commerce'],
    at: `/checkout?mode=book&id=${ID}`,
    answers: checkoutAnswers,
    fill: async () => {
      await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Leuven'));
      type('Address', '1 Main Street');
      type('Postal code', '3000');
      type('Card number', '4007000000027');
      type('Expiry date', '1239');
      type('Security code', '123');
    },
    button: /^Pay \$/,
    kept: () => expect(screen.getByLabelText('Card number')).toHaveValue('4007 0000 0002 7'),
  },
  {
    name: 'signing in',
    element: <SignInForm onSignedIn={() => {}} />,
    namespaces: ['accounts', 'fields'],
    isVisitor: true,
    fill: () => {
      type('Email', 'ada@example.org');
      type('Password', 'A good password 1');
    },
    button: /^(sign|log) in$/i,
    kept: () => expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org'),
  },
];

describe('without a network', () => {
  it.each(ACTS)('$name fails at once, keeps the form, and is not sent later', async (pressed) => {
    const { calls, unmount } = await renderScreen(pressed.element, {
      namespaces: pressed.namespaces,
      path: '*',
      at: pressed.at ?? '/',
      session: pressed.isVisitor ? null : sessionOf('customer'),
      answers: pressed.answers ?? {},
    });
    if (pressed.at) await screen.findByLabelText('Card number');
    await pressed.fill();
    await loseNetwork();
    await press(pressed.button);
    await waitFor(() =>
      expect(screen.queryAllByText(NO_CONNECTION).length + getToasts().length).toBeGreaterThan(0),
    );
    pressed.kept();
    const isWrite = (call: string) => !call.startsWith('GET ');
    unmount();
    await findNetwork();
    expect(calls.filter(isWrite)).toEqual([]);
  });

  it.each([
    ['the subscriptions', <SubscriptionManagementPage key="1" />, '/', '/'],
    ['the certificates', <CertificatesPage key="2" />, '/', '/'],
    ['the tests of a book', <BookAllTests key="3" />, '/book-all-tests/:id', `/book-all-tests/${ID}`],
    ['the lectures of a page', <PageMaterials key="5" bookId={ID} page={1} links={LINKS} />, '*', '/'],
    [
      'the tests of a page',
      <PageTests key="6" place={{ bookId: ID, page: 1, granted: true, records: true }} pageLink={String} />,
      '*',
      '/',
    ],
    ['a quiz', <QuizDisplayPage key="4" />, '/quizdisplay/:quizId/:bookId', `/quizdisplay/${ID}/${ID}`],
  ])('%s say so with a way to try again, and load when it is back', async (_name, element, path, at) => {
    await loseNetwork();
    const { calls } = await renderScreen(element, {
      namespaces: ['commerce', 'certificates', 'assessments', 'catalogue', 'lectures'],
      path,
      at,
      session: sessionOf('customer'),
    });
    await waitFor(() => expect(screen.getByText(NO_CONNECTION)).toBeVisible());
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(calls).toEqual([]);
    await findNetwork();
    await waitFor(() => expect(calls).not.toEqual([]));
    await waitFor(() => expect(screen.queryByText(NO_CONNECTION)).toBeNull());
  });
});
