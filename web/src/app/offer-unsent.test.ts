import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { storeSession } from '../lib/session.ts';
import { keepUnsent, OPENS_UNSENT } from '../lib/unsent.ts';
import { sessionOf } from '../testing/render.tsx';
import { dismissAllToasts, getToasts } from '../ui/notify.ts';
import { offerUnsent } from './offer-unsent.ts';

describe('what was written and not sent', () => {
  const opened: unknown[] = [];
  const offer = async (here: string) =>
    offerUnsent(await createI18n('en', ['shell']), here, (path, options) => opened.push([path, options]));
  beforeEach(() => {
    localStorage.clear();
    dismissAllToasts();
    opened.length = 0;
    storeSession(sessionOf('customer'), true);
    window.history.replaceState(null, '', '/books/1/read');
  });

  it('is a note: the page that a reload shows offers to open it', async () => {
    keepUnsent('note:b1:n1', { text: 'half a sentence' });
    await offer('/books/1/read');
    const [toast] = getToasts();
    expect([toast?.text, toast?.action?.label]).toEqual(['What you wrote last was not saved.', 'Open it']);
    toast?.action?.run();
    expect(opened).toEqual([['/books/1/read', { state: OPENS_UNSENT }]]);
  });

  it('is being written in another tab: nothing is offered until that tab is closed', async () => {
    const openElsewhere = new Set<string>();
    const request = async (name: string, ...rest: unknown[]) => {
      if (openElsewhere.has(name)) throw new DOMException('', 'TimeoutError');
      return (rest.at(-1) as () => unknown)();
    };
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
    const session = sessionOf('customer');
    const unsent = JSON.stringify({ path: '/books/1/read', value: { text: 'half a sentence' } });
    localStorage.setItem(`unsent:${session.userId}:note:b1:n9`, unsent);
    openElsewhere.add(`open-form/unsent:${session.userId}:note:b1:n9`);
    await offer('/');
    expect(getToasts()).toEqual([]);
    openElsewhere.clear();
    await offer('/');
    expect(getToasts()).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('is a form on the page that is open: it stands there already', async () => {
    keepUnsent('comment:7', { text: 'half a sentence' });
    await offer('/books/1/read');
    expect(getToasts()).toEqual([]);
    await offer('/');
    expect(getToasts()).toHaveLength(1);
  });
});
