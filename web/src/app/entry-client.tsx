import '../ui/fonts.css';
import '../ui/base.css';
import '../ui/styles.css';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchPath, matchRoutes, RouterProvider } from 'react-router';
import { createI18n, tellServerLanguage } from '../i18n/i18n.ts';
import { whenSessionEnded } from '../lib/api-client.ts';
import { storedLanguage } from '../lib/appearance.ts';
import { endSession, leaveTab, leaveTabsBy, signInAsAnother } from '../lib/end-session.ts';
import { endForgottenSessions } from '../lib/ended-tokens.ts';
import { errorText } from '../lib/error-text.ts';
import { leftNotice } from '../lib/left-notice.ts';
import { followRouter } from '../lib/navigation.ts';
import { takeNotice } from '../lib/notice.ts';
import { holdTab } from '../lib/open-tab.ts';
import { answerOpenedTabs, decideWhoseTab } from '../lib/opened-tab.ts';
import { isPasswordLink, paths } from '../lib/paths.ts';
import { createQueryClient } from '../lib/query-client.ts';
import {
  getSession,
  isRemembered,
  openForNobody,
  otherSession,
  subscribeToSession,
  wasTakenOver,
  watchSession,
  whenTabLost,
  whyTabLost,
} from '../lib/session.ts';
import { framedPreview, PREVIEW_ENDED, type Session } from '../lib/stored-session.ts';
import { hasUnsentOfOtherRole } from '../lib/unsent.ts';
import { hasUnsaved } from '../lib/user-storage.ts';
import { hasDownloads } from '../product/kept-books.ts';
import { dismissToast, notify } from '../ui/notify.ts';
import type { AppContext } from './app-context.ts';
import { chooseAccount } from './choose-account.ts';
import { startAtHeading } from './keep-focus.ts';
import { leaveGuestForms } from './leave-guest-forms.ts';
import { finishForgetting, forgetBooks, pageView } from './leave-page.ts';
import { lossText } from './loss-text.ts';
import { offerUnsent } from './offer-unsent.ts';
import { Providers } from './providers.tsx';
import { createRoutes } from './router.tsx';
import { nameHistoryEntry } from './scroll-key.ts';

const language = storedLanguage();
const context: AppContext = { queryClient: createQueryClient(), i18n: await createI18n(language) };

// The password belongs to the recipient of the mail, not to the signed-in user.
if (isPasswordLink(window.location)) openForNobody();
await decideWhoseTab((people) => chooseAccount(context.i18n, people));

const rendered = document.getElementById('server-state');
const state = rendered?.textContent;
if (state) hydrate(context.queryClient, JSON.parse(state));

const routes = createRoutes(context);
// React can hydrate the server's HTML only if the code of the same screens is already loaded.
const matched = matchRoutes(routes, window.location) ?? [];
await Promise.all(
  matched.map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    try {
      Object.assign(route, await route.lazy());
      delete route.lazy;
    } catch {
      // The router loads it again and shows the error.
    }
  }),
);

nameHistoryEntry();
const router = createBrowserRouter(routes, state ? { hydrationData: { loaderData: {} } } : {});
followRouter(router);
const root = document.getElementById('root') as HTMLElement;
const app = (
  <StrictMode>
    <Providers context={context}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);
// If the server rendered another language than the stored one, render again instead of a mismatch.
const isTakenOver = rendered?.dataset.language === language;
if (!isTakenOver) root.replaceChildren();
if (rendered && !isTakenOver) tellServerLanguage(language);
const reactRoot = isTakenOver ? hydrateRoot(root, app) : createRoot(root);
leaveTabsBy({ view: pageView(reactRoot, context.i18n), forgetContent: forgetBooks });
/** The home page, which asks to sign in again and leads back. */
const homeFrom = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  pathname === '/' ? '/' : `/?next=${encodeURIComponent(`${pathname}${search}`)}`;
/** Where answers are given: after a sign-out in another tab, signing in again leads back to them. */
const WORK_PAGES = [
  paths.bookViewer.pattern,
  paths.testDisplay.pattern,
  paths.quizDisplay.pattern,
  paths.finalTest.pattern,
];
whenTabLost((former, now) => {
  const t = context.i18n.getFixedT(null, 'shell');
  const loss = whyTabLost(former, now);
  const { pathname, search } = window.location;
  const isWork = loss === 'signedOut' && !now && WORK_PAGES.some((pattern) => matchPath(pattern, pathname));
  leaveTab(former, now, {
    text: lossText(t, former, now),
    signInPath: now ? paths.signIn.to() : undefined,
    // The user did not choose to leave, and comes back here after signing in again.
    to: isWork ? paths.signIn.to() : loss === 'ended' && !now ? homeFrom(window.location) : '/',
    back: isWork || (loss === 'ended' && !now) ? `${pathname}${search}` : undefined,
  });
});
whenSessionEnded(async (failure) => {
  // The desk around the frame knows what to do.
  if (framedPreview()) return window.parent.postMessage(PREVIEW_ENDED, window.location.origin);
  const t = context.i18n.getFixedT(null, 'shell');
  if (failure.code === 'account_deleted') {
    const text = await errorText(failure, context.i18n.language);
    return endSession({ notice: leftNotice(t, { tone: 'info', text }), isDeleted: true });
  }
  const { pathname, search } = window.location;
  const sentences = [await errorText(failure, context.i18n.language)];
  if (hasDownloads()) sentences.push(t('left.downloadsGone'));
  if (hasUnsaved(getSession()?.userId ?? '')) sentences.push(t('left.kept'));
  const other = otherSession();
  if (other) sentences.push(t('left.signedIn', { name: other.firstName }));
  const left = pathname === '/' ? undefined : `${pathname}${search}`;
  // The page that was left is nothing for another user.
  const to = other ? '/' : homeFrom({ pathname, search });
  const signInPath = other ? paths.signIn.to(left) : undefined;
  await endSession({
    to,
    notice: { tone: 'error', text: sentences.join(' '), stays: true, signInPath },
    hasEnded: true,
    back: other ? undefined : `${pathname}${search}`,
  });
});
watchSession();
answerOpenedTabs();
const hold = ({ userId }: Session) => {
  if (!isRemembered()) holdTab(userId);
};
const offerLeftTexts = () => {
  const { pathname, search } = window.location;
  void offerUnsent(context.i18n, `${pathname}${search}`, (path, options) => router.navigate(path, options));
};
/** That the session ended: over when somebody signs in. */
let endedToast: number | null = null;
let session = getSession();
if (session) hold(session);
subscribeToSession(() => {
  const before = session;
  session = getSession();
  if (!session || session.token === before?.token) return;
  hold(session);
  if (!before && wasTakenOver()) leaveGuestForms(router, context.i18n, session);
  // Signed in, here or in another tab, or verified: prices, locks and progress on the page are asked for again.
  void context.queryClient.invalidateQueries();
  if (before) return;
  if (endedToast !== null) dismissToast(endedToast);
  if (hasUnsentOfOtherRole())
    notify('info', context.i18n.t('unsent.draftOfOtherRole', { ns: 'shell' }), { stays: true });
  offerLeftTexts();
});
offerLeftTexts();
const notice = takeNotice();
if (notice) {
  startAtHeading();
  const { tone, text, stays, signInPath } = notice;
  const label = context.i18n.t('left.signInAsAnother', { ns: 'shell' });
  const action = signInPath ? { label, run: () => signInAsAnother(signInPath) } : undefined;
  const toast = notify(tone, text, { stays, action });
  if (tone === 'error') endedToast = toast;
}
if (!isTakenOver) reactRoot.render(app);

void endForgottenSessions();
void finishForgetting();
window.addEventListener('online', () => void endForgottenSessions());
