import type { i18n as I18n } from 'i18next';
import type { Root } from 'react-dom/client';
import type { TabView } from '../lib/end-session.ts';
import { nextAttempt } from '../lib/next-attempt.ts';
import { paths } from '../lib/paths.ts';
import { hasKeptBooks } from '../product/kept-books.ts';
import buttons from '../ui/buttons.module.css';

/** Hides the former user's page, and leaves it with a full page load, so that nothing of it stays in memory. */
export function pageView(root: Root, i18n: I18n): TabView {
  let isHidden = false;
  return {
    hide(text, signInPath) {
      if (isHidden) return;
      isHidden = true;
      const instead = pageInstead(i18n, text, signInPath);
      // Immediately, even during a render; this also hides what lies above the page.
      for (const child of document.body.children) if (child instanceof HTMLElement) child.hidden = true;
      document.title = i18n.t('productName', { ns: 'shell' });
      document.body.append(instead);
      setTimeout(() => {
        root.unmount();
        document.body.replaceChildren(instead);
      });
    },
    open(path) {
      void untilAnswered(path).then(() => location.replace(path));
    },
  };
}

/** A slower attempt is repeated, because its network may be gone (milliseconds). */
const ATTEMPT_TIMEOUT_MS = 15_000;

/**
 * Without a server the browser would show its own error page: our message stays until the page can be loaded. An `online` event
 * may come before an attempt fails, or never if only the server was unreachable.
 */
export async function untilAnswered(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { status } = await fetch(path, {
        cache: 'no-store',
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      if (status < 500) return;
    } catch {
      // no answer: try again
    }
    await nextAttempt(attempt);
  }
}

/** Shown for a moment, or longer if the server does not answer. */
function pageInstead(i18n: I18n, text?: string, signInPath?: string): HTMLElement {
  const main = document.createElement('main');
  main.style.cssText =
    'display:grid;place-content:center;justify-items:center;gap:20px;font-size:1.125rem;min-height:100dvh;padding:24px;text-align:center';
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'status');
  sentence.style.margin = '0';
  sentence.textContent = text ?? i18n.t('loading', { ns: 'shell' });
  const next = document.createElement('a');
  next.className = (signInPath ? buttons.primary : buttons.secondary) ?? '';
  next.href = signInPath ?? paths.home.to();
  next.textContent = i18n.t(signInPath ? 'menu.signIn' : 'menu.home', { ns: 'shell' });
  main.append(sentence, next);
  return main;
}

/** If the tab is closed first, the next start finishes the deletion. */
const TO_FORGET_KEY = 'offline-books-to-forget';

/** Deletes offline books with the session. Unsent notes stay encrypted for their writer, unless the account is gone. */
export async function forgetBooks({ withUnsentOf }: { withUnsentOf: string | null }): Promise<void> {
  if (!hasKeptBooks()) return;
  try {
    localStorage.setItem(TO_FORGET_KEY, withUnsentOf ?? '');
  } catch {
    // storage is off: then there are no offline books
  }
  const { forgetKeptBooks } = await import('../features/reader/offline/wake.ts');
  await forgetKeptBooks(withUnsentOf);
  localStorage.removeItem(TO_FORGET_KEY);
}

export async function finishForgetting(): Promise<void> {
  try {
    const withUnsentOf = localStorage.getItem(TO_FORGET_KEY);
    if (withUnsentOf === null) return;
    await forgetBooks({ withUnsentOf: withUnsentOf || null });
    localStorage.removeItem(TO_FORGET_KEY);
  } catch {
    // the code could not be loaded: delete at the next start
  }
}
