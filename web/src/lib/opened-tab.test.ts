import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sessionOf } from '../testing/render.tsx';
import { answerOpenedTabs, decideWhoseTab } from './opened-tab.ts';
import { getSession, openForStored, storeSession, whenTabLost } from './session.ts';

const rana = sessionOf('customer', { userId: 'rana', token: 'vsl_rana-own-token', firstName: 'Rana' });
const nadia = sessionOf('customer', { userId: 'nadia', token: 'vsl_nadia-own-token', firstName: 'Nadia' });
const PAGE = '/book-viewer/7?page=3';

/** Another tab: its own session storage, and the same channel. */
type Peer = Parameters<typeof answerAs>[0];
function answerAs(answer: {
  person: { userId: string; firstName: string } | null;
  isOpener?: boolean;
  isSure?: boolean;
  isNobodys?: boolean;
  session?: object;
}): void {
  const channel = new BroadcastChannel('opened-tab');
  channel.onmessage = ({ data }) => {
    if (!('address' in data)) return;
    const { session, ...known } = answer;
    const isSure = answer.isSure ?? answer.isOpener ?? false;
    const isGiven = session && (isSure || data.chosen === answer.person?.userId);
    channel.postMessage({
      ...{ id: data.id, isOpener: false, isNobodys: false, ...known, isSure },
      ...(isGiven ? { session } : {}),
    });
  };
  onTestFinished(() => channel.close());
}
const ranasTab = (isOpener = false): Peer => ({ person: rana, isOpener, session: rana });
const nadiasTab = (isOpener = false): Peer => ({ person: nadia, isOpener });

/** Tabs that are open for users of their own. */
function heldBy(...users: string[]): void {
  vi.stubGlobal('navigator', {
    ...{ locks: { query: async () => ({ held: users.map((id) => ({ name: `tab-of/${id}` })) }) } },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}
const openedBy = (value: string) =>
  Object.defineProperty(document, 'referrer', { value, configurable: true });
const choose = vi.fn(async (people: readonly { userId: string; firstName: string }[]) => people[0] ?? null);

beforeEach(() => {
  choose.mockClear();
  window.history.replaceState(null, '', PAGE);
  openedBy(`${window.location.origin}/books`);
  localStorage.setItem('link-opened-at', String(Date.now()));
});
afterEach(() => {
  Reflect.deleteProperty(document, 'referrer');
  window.history.replaceState(null, '', '/');
});

/** As a page that was just loaded. */
async function load(): Promise<string | null> {
  openForStored();
  whenTabLost(() => {});
  await decideWhoseTab(choose);
  return getSession()?.firstName ?? null;
}

describe('a tab that was opened by a link', () => {
  it('has the session of the tab that opened it, although somebody else is remembered', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    answerAs(ranasTab(true));
    answerAs(nadiasTab());
    expect(await load()).toBe('Rana');
    expect(localStorage.getItem('user')).not.toContain('rana');
    expect(choose).not.toHaveBeenCalled();
  });

  it('is signed in where nobody is remembered', async () => {
    answerAs(ranasTab(true));
    expect(await load()).toBe('Rana');
  });

  it('is the remembered user’s when that one opened it', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    answerAs(ranasTab());
    answerAs(nadiasTab(true));
    expect(await load()).toBe('Nadia');
    expect(sessionStorage.getItem('user')).toBeNull();
  });

  it('is a visitor’s when a visitor opened it, whoever else is signed in', async () => {
    answerAs(ranasTab());
    answerAs({ person: null, isOpener: true });
    expect(await load()).toBeNull();
  });

  it('is nobody’s when a tab opened it that refuses the remembered user', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    answerAs({ person: null, isOpener: true, isNobodys: true });
    expect(await load()).toBeNull();
    expect(choose).not.toHaveBeenCalled();
  });

  it('gets no session of a user who signed out in the meantime', async () => {
    localStorage.setItem('ended-sessions', JSON.stringify(['rana']));
    answerAs(ranasTab(true));
    expect(await load()).toBeNull();
  });

  it('asks the person where users of two tabs opened the address', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    answerAs(ranasTab(true));
    answerAs(nadiasTab(true));
    choose.mockImplementationOnce(async (people) => people.find(({ userId }) => userId === 'rana') ?? null);
    expect(await load()).toBe('Rana');
    expect(choose.mock.calls[0]?.[0].map(({ firstName }) => firstName)).toEqual(['Rana', 'Nadia']);
  });

  it('asks the person where no tab says that it opened it, and can stay nobody’s', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    choose.mockImplementationOnce(async () => null);
    expect(await load()).toBeNull();
    expect(choose.mock.calls[0]?.[0].map(({ firstName }) => firstName)).toEqual(['Nadia']);
  });

  it('asks the person where a menu or a touch may have opened it, and somebody else is remembered', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    // Nadia's own tab opened it, and is too busy to say so.
    answerAs({ ...ranasTab(true), isSure: false });
    choose.mockImplementationOnce(async (people) => people.find(({ userId }) => userId === 'nadia') ?? null);
    expect(await load()).toBe('Nadia');
    expect(choose.mock.calls[0]?.[0].map(({ firstName }) => firstName).sort()).toEqual(['Nadia', 'Rana']);
    expect(sessionStorage.getItem('user')).toBeNull();
  });

  it('is not asked about where a menu may have opened it, and nobody else is here', async () => {
    heldBy('rana');
    answerAs({ ...ranasTab(true), isSure: false });
    expect(await load()).toBe('Rana');
    expect(choose).not.toHaveBeenCalled();
  });

  it('asks where a menu may have opened it, and somebody else has a tab that does not answer', async () => {
    heldBy('rana', 'boris');
    answerAs({ ...ranasTab(true), isSure: false });
    await load();
    expect(choose).toHaveBeenCalledOnce();
  });

  it('asks once: a reload keeps the user', async () => {
    localStorage.setItem('user', JSON.stringify(nadia));
    answerAs(nadiasTab(true));
    await load();
    const asked = vi.fn();
    const channel = new BroadcastChannel('opened-tab');
    channel.onmessage = asked;
    onTestFinished(() => channel.close());
    expect(await load()).toBe('Nadia');
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['from an address that was typed', () => openedBy('')],
    ['from another site', () => openedBy('https://elsewhere.example/')],
    ['from a letter of the demo', () => openedBy(`${window.location.origin}/dev/mails`)],
    ['while no tab has a user of its own', () => localStorage.removeItem('link-opened-at')],
  ])('is not asked about when it was opened %s', async (_how, happens) => {
    happens();
    localStorage.setItem('user', JSON.stringify(nadia));
    answerAs(ranasTab(true));
    expect(await load()).toBe('Nadia');
  });
});

describe('a tab with a user of its own', () => {
  /** What it answers to a new tab that was opened with this address. */
  async function answerTo(address: string): Promise<Record<string, unknown>> {
    const channel = new BroadcastChannel('opened-tab');
    onTestFinished(() => channel.close());
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      channel.onmessage = ({ data }) => resolve(data);
    });
    channel.postMessage({ id: 'new', address });
    return answer;
  }
  function link(target = ''): HTMLAnchorElement {
    const anchor = document.createElement('a');
    anchor.href = PAGE;
    anchor.target = target;
    anchor.addEventListener('click', (event) => event.preventDefault());
    document.body.append(anchor);
    onTestFinished(() => anchor.remove());
    return anchor;
  }
  beforeEach(() => {
    localStorage.clear();
    storeSession(rana, false);
    onTestFinished(answerOpenedTabs());
  });

  it.each([
    ['Ctrl and a click', 'click', { ctrlKey: true }, ''],
    ['Command and a click', 'click', { metaKey: true }, ''],
    ['Shift and a click', 'click', { shiftKey: true }, ''],
    ['the middle button', 'auxclick', { button: 1 }, ''],
    ['a link for another tab', 'click', {}, '_blank'],
  ])('gives its session to what it opened by %s', async (_how, kind, init, target) => {
    const anchor = link(target);
    anchor.dispatchEvent(new MouseEvent(kind, { bubbles: true, composed: true, cancelable: true, ...init }));
    expect(localStorage.getItem('link-opened-at')).not.toBeNull();
    expect(await answerTo(anchor.href)).toMatchObject({ isOpener: true, session: { userId: 'rana' } });
  });

  const touch = (anchor: HTMLElement) =>
    anchor.dispatchEvent(
      Object.assign(new MouseEvent('pointerdown', { bubbles: true, composed: true }), {
        pointerType: 'touch',
      }),
    );

  it('gives it to nobody who was not chosen after a menu or a touch', async () => {
    const anchor = link();
    anchor.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, composed: true }));
    touch(anchor);
    for (let claim = 0; claim < 2; claim += 1) {
      const answer = await answerTo(anchor.href);
      expect(answer).toMatchObject({ isOpener: true, isSure: false });
      expect(answer).not.toHaveProperty('session');
    }
    expect(await answerTo(anchor.href)).toMatchObject({ isOpener: false });
  });

  it('forgets a touch that was a plain tap, and that it might have opened a tab', async () => {
    const anchor = link();
    touch(anchor);
    expect(localStorage.getItem('link-opened-at')).not.toBeNull();
    anchor.click();
    expect(await answerTo(anchor.href)).toMatchObject({ isOpener: false });
    expect(localStorage.getItem('link-opened-at')).toBeNull();
  });

  it('takes a long press and its menu for one', async () => {
    const anchor = link();
    touch(anchor);
    anchor.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, composed: true }));
    expect(await answerTo(anchor.href)).toMatchObject({ isOpener: true });
    expect(await answerTo(anchor.href)).toMatchObject({ isOpener: false });
  });

  it('lets the new tab know that a page of ours opened it, whatever the link says', () => {
    const anchor = link('_blank');
    anchor.rel = 'noopener noreferrer nofollow';
    anchor.click();
    expect(anchor.rel).toBe('noopener nofollow');
  });

  it('gives it once for each press', async () => {
    const anchor = link('_blank');
    anchor.click();
    expect(await answerTo(anchor.href)).toMatchObject({ isOpener: true });
    const answer = await answerTo(anchor.href);
    expect(answer).toMatchObject({ isOpener: false });
    expect(answer).not.toHaveProperty('session');
  });

  it('gives it to no tab that it did not open', async () => {
    link().click();
    const answer = await answerTo(new URL(PAGE, window.location.origin).href);
    expect(answer).toMatchObject({ isOpener: false, person: { firstName: 'Rana' } });
    expect(answer).not.toHaveProperty('session');
  });

  it('gives nothing after its user signed out elsewhere', async () => {
    const anchor = link('_blank');
    anchor.click();
    localStorage.setItem('ended-sessions', JSON.stringify(['rana']));
    const onLost = vi.fn();
    whenTabLost(onLost);
    const answered = vi.fn();
    void answerTo(anchor.href).then(answered);
    await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
    // What the tab would have said was on its way before this.
    const arrived = vi.fn();
    const channel = new BroadcastChannel('opened-tab');
    channel.onmessage = arrived;
    new BroadcastChannel('opened-tab').postMessage({ id: 'after' });
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
    channel.close();
    expect(answered).not.toHaveBeenCalledWith(expect.objectContaining({ person: expect.anything() }));
  });
});
