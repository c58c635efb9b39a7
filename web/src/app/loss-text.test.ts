import { beforeEach, expect, it } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { watchAnswers } from '../lib/open-answers.ts';
import { clearSession, getSession, openForStored, storeSession, whenTabLost } from '../lib/session.ts';
import { keepUnsent } from '../lib/unsent.ts';
import { forgetUserEntries } from '../lib/user-storage.ts';
import { sessionOf } from '../testing/render.tsx';
import { lossText } from './loss-text.ts';

beforeEach(() => {
  localStorage.clear();
  openForStored();
  whenTabLost(() => {});
  storeSession(sessionOf('customer', { userId: 'anna' }), true);
});

/** What this tab says after its user chose "Log out anyway" in another one. */
async function textAfterSigningOut() {
  const i18n = await createI18n('en', ['shell']);
  const former = getSession();
  if (!former) throw new Error('nobody is signed in');
  clearSession({ everywhere: true });
  forgetUserEntries(former.userId, { browserToo: true });
  return lossText(i18n.getFixedT('en', 'shell'), former, null);
}

it('says of a note that was being written that it is gone, and nothing of answers', async () => {
  keepUnsent('note:book:1', 'The mitral valve');
  expect(await textAfterSigningOut()).toBe(
    'You were signed out in another tab. The note you were writing was not kept.',
  );
});

it('promises nothing where nothing was answered', async () => {
  keepUnsent('note:book:1', null);
  expect(await textAfterSigningOut()).toBe('You were signed out in another tab.');
});

it.each([
  ['has them', true, 'You were signed out in another tab. Your answers are kept: sign in again to go on.'],
  ['does not have the last one', false, 'You were signed out in another tab.'],
])('says that answers are kept only if the server %s', async (_case, areKept, text) => {
  const end = watchAnswers(() => areKept);
  expect(await textAfterSigningOut()).toBe(text);
  end();
});
