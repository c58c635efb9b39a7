import type { i18n as I18n } from 'i18next';
import type { Root } from 'react-dom/client';
import type { TabView } from '../lib/end-session.ts';
import { nextAttempt } from '../lib/next-attempt.ts';
import { paths } from '../lib/paths.ts';
import { hasKeptBooks } from '../product/kept-books.ts';
import buttons from '../ui/buttons.module.css';

/** Takes the former user's page off the screen, and leaves by a full load: nothing of it stays in memory. */
export function pageView(root: Root, i18n: I18n): TabView {
  let isHidden = false;
  return {
    hide(text) {
      if (isHidden) return;
      isHidden = true;
      const instead = pageInstead(i18n, text);
      // At once, also in the middle of a rendering; then whatever lay above the page goes with it.
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

/** An attempt that takes longer is made again: the network it was made on may be gone (milliseconds). */
const PATIENCE_MS = 15_000;

/**
 * Without a server the browser would show its own failure: our sentence stays until the page can be loaded. The event
 * of a network that is back may come before an attempt fails, or never, where the server was away.
 */
export async function untilAnswered(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { status } = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
      if (status < 500) return;
    } catch {
      // no answer: once more
    }
    await nextAttempt(attempt);
  }
}

/** Seen for a moment; for longer when the server does not answer. */
function pageInstead(i18n: I18n, text?: string): HTMLElement {
  const main = document.createElement('main');
  main.style.cssText =
    'display:grid;place-content:center;justify-items:center;gap:20px;font-size:1.125rem;min-height:100dvh;padding:24px;text-align:center';
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'status');
  sentence.style.margin = '0';
  sentence.textContent = text ?? i18n.t('loading', { ns: 'shell' });
  const home = document.createElement('a');
  home.className = buttons.secondary ?? '';
  home.href = paths.home.to();
  home.textContent = i18n.t('menu.home', { ns: 'shell' });
  main.append(sentence, home);
  return main;
}

/** Finished at the next start should the tab be closed meanwhile. */
const TO_FORGET_KEY = 'offline-books-to-forget';

/** Books kept on this device end with the session. Unsent notes stay sealed for their writer, unless the account is gone. */
export async function forgetBooks({ withUnsentOf }: { withUnsentOf: string | null }): Promise<void> {
  if (!hasKeptBooks()) return;
  try {
    localStorage.setItem(TO_FORGET_KEY, withUnsentOf ?? '');
  } catch {
    // storage is off: nothing is kept either
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
    // the code did not come: at the next start
  }
}
