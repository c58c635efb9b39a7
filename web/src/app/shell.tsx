import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate, useNavigation } from 'react-router';
import { preloadErrorTexts } from '../lib/error-text.ts';
import { loadCode } from '../lib/load-code.ts';
import { closeLogin, openLogin, useLoginModal } from '../lib/login-modal.ts';
import { paths } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { useSession } from '../lib/session.ts';
import { userEntryKeys } from '../lib/user-storage.ts';
import { hasKeptBooks } from '../product/kept-books.ts';
import { Announcer } from '../ui/announcer.tsx';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { lazyPart, type MissingProps } from '../ui/lazy-part.tsx';
import { MissingDialog, useLoadAgain } from '../ui/missing-part.tsx';
import { dismissErrorsBefore, getToasts, notify, subscribeToToasts } from '../ui/notify.ts';
import { preloadWhenIdle } from '../ui/preload-when-idle.ts';
import { sayFieldErrors } from '../ui/say-field-errors.ts';
import { leaveRoomFor, measureDialogHeaders } from '../ui/sticky-bars.ts';
import { isFullMember } from './guards.ts';
import { keepFocus, useRouteFocus, useSectionFocus } from './keep-focus.ts';
import { markLanguages } from './language-of-parts.ts';
import type { RouteHandle } from './lazy-route.ts';
import { scrollKeyOf } from './scroll-key.ts';
import classes from './shell.module.css';
import { ShellFooter } from './shell-footer.tsx';
import { ShellHeader } from './shell-header.tsx';
import type { LoginModalProps } from './shell-login-modal.tsx';
import { ShellSearch } from './shell-search.tsx';

/** Rarely needed parts are loaded on demand, which keeps public pages small. */
const Toasts = lazyPart(() => import('../ui/toasts.tsx'), { Missing: PlainToasts });
const LoginModal = lazyPart(() => import('./shell-login-modal.tsx'), { Missing: SignInPage });

/** Shows the texts of the messages until their code is loaded, which they may be about. */
function PlainToasts(missing: MissingProps<{ errors: boolean }>) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  useLoadAgain(missing);
  return toasts
    .filter(({ tone }) => (tone === 'error') === missing.part.errors)
    .map(({ id, text }) => (
      <p key={id} className={classes.plainToast}>
        {text}
      </p>
    ));
}

/** Replaces a dialog whose code is gone after a release: loads the page with the same form. */
function SignInPage(missing: MissingProps<LoginModalProps>) {
  const { cause, part } = missing;
  const isGone = cause === 'release' || cause === 'broken';
  useEffect(() => {
    if (isGone && part.open) window.location.assign(paths.signIn.to(part.next));
  }, [isGone, part.open, part.next]);
  return isGone ? null : <MissingDialog {...missing} />;
}

/** Header, content, footer, and what lies above them: sign-in dialog, messages, loading bar. */
export function Shell() {
  const { t, i18n } = useTranslation('shell');
  const { state } = useNavigation();
  const modal = useLoginModal();
  const hasToasts = useSyncExternalStore(
    subscribeToToasts,
    () => getToasts().length > 0,
    () => false,
  );
  const toastsWereShown = useLatch(hasToasts);
  const loginWasOpen = useLatch(modal.open);
  useKeptBooks();
  useUnsentProgress();
  useVerificationFirst();
  useWantedPage();
  useErrorsOfThePage();
  useSectionFocus();
  useEffect(keepFocus, []);
  useEffect(sayFieldErrors, []);
  const { language } = i18n;
  useEffect(() => preloadWhenIdle([Toasts, { preload: () => preloadErrorTexts(language) }]), [language]);
  useEffect(measureDialogHeaders, []);
  useEffect(() => markLanguages(document.body, () => i18n.language), [i18n.language]);
  useRouteFocus();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return (
    <div className={classes.shell} data-bare={handle?.bare || undefined}>
      <a className={classes.skip} href={handle?.bare ? '#pages' : '#main'}>
        {t('skipToContent')}
      </a>
      {handle?.bare ? <ShellSearch button={false} /> : <ShellHeader />}
      <main id="main" tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      {!handle?.bare && <ShellFooter />}
      <FullScreenLoader active={state === 'loading'} />
      <Announcer />
      <section ref={leaveRoomFor} className={classes.toasts} aria-label={t('notifications')}>
        {/* Always present: screen readers announce changes of a live region, but often not a new region. */}
        {(['assertive', 'polite'] as const).map((manner) => (
          <div key={manner} aria-live={manner} aria-relevant="additions">
            <Suspense>{toastsWereShown && <Toasts errors={manner === 'assertive'} />}</Suspense>
          </div>
        ))}
      </section>
      <Suspense>
        {loginWasOpen && <LoginModal open={modal.open} next={modal.next} onClose={onLoginClosed} />}
      </Suspense>
      <ScrollRestoration getKey={scrollKeyOf} />
    </div>
  );
}

/** For users with offline books: renews or ends licenses, sends what waits, deletes other users' books. */
function useKeptBooks(): void {
  const { t } = useTranslation('shell');
  const userId = useSession()?.userId;
  useEffect(() => {
    if (!userId || !hasKeptBooks()) return;
    void loadCode(() => import('../features/reader/offline/wake.ts')).then(async (loaded) => {
      if ('missing' in loaded) return;
      const { notesOfOtherRole: count } = await loaded.code.wake();
      if (count > 0) notify('info', t('unsent.otherRole', { count }), { stays: true });
    });
  }, [userId, t]);
}

/** Sends the reading position that could not be sent earlier, as soon as its reader is signed in. */
function useUnsentProgress(): void {
  const userId = useSession()?.userId;
  useEffect(() => {
    if (userId && userEntryKeys(userId, ['reading-progress:']).length > 0)
      void loadCode(() => import('../features/reader/progress-outbox.ts')).then((loaded) =>
        'code' in loaded ? loaded.code.flushProgress() : undefined,
      );
  }, [userId]);
}

/** Stays true after the first time, so that a dialog's closing animation is shown. */
function useLatch(value: boolean): boolean {
  const [latched, setLatched] = useState(value);
  useEffect(() => {
    if (value) setLatched(true);
  }, [value]);
  return latched || value;
}

/** Public pages have no guard on the server: sends a user without verification on as soon as the page knows. */
function useVerificationFirst(): void {
  const { pathname, search } = useLocation();
  const session = useSession();
  const navigate = useNavigate();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const isOpen = ['verification', 'unverified', 'account'].includes(String(handle?.guard));
  const waits = session !== null && !isFullMember(session) && handle !== undefined && !isOpen;
  useEffect(() => {
    if (waits) void navigate(paths.missingVerification.to(`${pathname}${search}`), { replace: true });
  }, [waits, navigate, pathname, search]);
}

/** The dialog answered what was said when it opened. */
function onLoginClosed(): void {
  closeLogin();
  dismissErrorsBefore(Number.POSITIVE_INFINITY);
}

/** Errors end with the page that they are about. */
function useErrorsOfThePage(): void {
  const { pathname } = useLocation();
  const isLoading = useNavigation().state === 'loading';
  const leftAt = useRef(0);
  const shown = useRef(pathname);
  useEffect(() => {
    if (isLoading) leftAt.current = Date.now();
  }, [isLoading]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    dismissErrorsBefore(leftAt.current);
  }, [pathname]);
}

/** A private page sent its visitor home with `?next=`: opens the sign-in dialog, which leads back. */
function useWantedPage(): void {
  const { pathname, search } = useLocation();
  const session = useSession();
  const next = pathname === '/' ? new URLSearchParams(search).get('next') : null;
  useEffect(() => {
    if (next && !session) openLogin(safeNext(next));
  }, [next, session]);
}
