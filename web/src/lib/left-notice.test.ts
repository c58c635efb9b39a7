import { beforeEach, expect, it } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { sessionOf } from '../testing/render.tsx';
import { leftNotice } from './left-notice.ts';
import { storeSession } from './session.ts';

const agnes = sessionOf('customer', { userId: 'agnes', token: 'vsl_agnes-own-token', firstName: 'Agnes' });
const boris = sessionOf('customer', { userId: 'boris', token: 'vsl_boris-own-token', firstName: 'Boris' });
const DELETED = { tone: 'success', text: 'Your account was deleted.' } as const;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
const leave = async () => leftNotice((await createI18n('en', ['shell'])).getFixedT(null, 'shell'), DELETED);

it('says of the next page whose it is, and offers to sign in as another', async () => {
  storeSession(agnes, false);
  localStorage.setItem('user', JSON.stringify(boris));
  expect(await leave()).toEqual({
    tone: 'success',
    text: 'Your account was deleted. Boris is signed in in this browser.',
    stays: true,
    signInPath: '/SignIn',
  });
});

it('says nothing more where nobody else is signed in', async () => {
  storeSession(agnes, false);
  expect(await leave()).toEqual(DELETED);
});
