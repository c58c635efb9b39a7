import { openUsers } from './open-tab.ts';
import {
  getSession,
  isOwnTab,
  isUserUnchanged,
  markDecided,
  openForNobody,
  openForSession,
  openForStored,
  rememberedSession,
} from './session.ts';
import { framedPreview, isTabUndecided, LINK_OPENED_KEY, type Session } from './stored-session.ts';

/*
 * A link that is opened in a new tab belongs to the user who pressed it. Browsers give such a tab neither the session
 * storage nor the window of its opener, so it asks the other tabs which of them opened this address.
 */

const CHANNEL_NAME = 'opened-tab';
/** How long a new tab waits for the tab that opened it, which may be busy. */
const CLAIM_TIMEOUT_MS = 5000;
/** After the first claim: another user may have opened the same address. */
const SETTLE_MS = 100;
/** After this, a press is not taken for what opened a tab: its menu was closed again, or the tab did not ask. */
const PRESS_LASTS_MS = 2 * 60 * 1000;

interface Person {
  readonly userId: string;
  readonly firstName: string;
}
interface Question {
  readonly id: string;
  readonly address: string;
  /** The user whom the person chose. */
  readonly chosen?: string;
}
interface Answer {
  readonly id: string;
  /** Null: a visitor's tab. */
  readonly person: Person | null;
  /** Whether this tab opened the address, or may have. */
  readonly isOpener: boolean;
  /** A press that opens a tab. A menu may have been closed again, and a touch may have been the begin of something else. */
  readonly isSure?: boolean;
  /** The tab has no user, whoever is remembered. */
  readonly isNobodys: boolean;
  /** Of a user whom the browser does not remember, and only for a tab that the user opened or chose. */
  readonly session?: Session;
}
export type Choose = (people: readonly Person[]) => Promise<Person | null>;

const personOf = ({ userId, firstName }: Person): Person => ({ userId, firstName });
const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL_NAME);

/** Called before anything asks for the session. `choose` is asked where it cannot be told who opened the tab. */
export async function decideWhoseTab(choose: Choose): Promise<void> {
  const channel = isTabUndecided() ? openChannel() : null;
  if (channel) await decide(channel, choose).finally(() => channel.close());
  markDecided();
}

async function decide(channel: BroadcastChannel, choose: Choose): Promise<void> {
  const question: Question = { id: `${Date.now()}-${Math.random()}`, address: window.location.href };
  const answers = await answersTo(channel, question, ({ isOpener }) => isOpener);
  const openers = answers.filter(({ isOpener }) => isOpener);
  const [opener] = openers;
  const isSure = openers.some((each) => each.isSure);
  const isAgreed = opener !== undefined && openers.every((each) => isSame(each, opener));
  if (isAgreed && isSure) return openAs(opener);

  const remembered = rememberedSession();
  const signedIn = (isSure ? openers : answers).flatMap(({ person }) => person ?? []);
  const people = new Map(
    [...signedIn, ...(remembered ? [remembered] : [])].map((each) => [each.userId, each]),
  );
  if (people.size === 0) return openDecided();
  const only = isAgreed && opener.person && people.size === 1 && (await isAlone(opener.person));
  const chosen = only ? opener.person : await choose([...people.values()].map(personOf));
  if (!chosen) return openForNobody();
  if (chosen.userId === rememberedSession()?.userId) return openDecided();
  const asked = { ...question, chosen: chosen.userId };
  const [given] = (await answersTo(channel, asked, ({ session }) => session !== undefined)).filter(
    ({ session }) => session?.userId === chosen.userId,
  );
  // Closed or signed out in the meantime: the user must sign in again.
  if (given?.session) openForSession(given.session);
  else openForNobody();
}

/** Nobody else has a tab of their own in this browser, also none that is too busy to answer. */
const isAlone = async ({ userId }: Person): Promise<boolean> =>
  (await openUsers())?.every((each) => each === userId) ?? false;

const isSame = (one: Answer, other: Answer) =>
  one.person?.userId === other.person?.userId && one.isNobodys === other.isNobodys;

function openAs({ session, person, isNobodys }: Answer): void {
  if (session) openForSession(session);
  // Who was remembered when the link was pressed may have been replaced.
  else if (isNobodys || person?.userId !== rememberedSession()?.userId) openForNobody();
  else openDecided();
}

function openDecided(): void {
  markDecided();
  openForStored();
}

/** Those that come in time, and a moment longer than the first one that is `enough`. */
function answersTo(
  channel: BroadcastChannel,
  question: Question,
  enough: (answer: Answer) => boolean,
): Promise<Answer[]> {
  return new Promise((resolve) => {
    const answers: Answer[] = [];
    const finish = () => resolve(answers);
    let timer = setTimeout(finish, CLAIM_TIMEOUT_MS);
    let isEnough = false;
    channel.onmessage = ({ data }: MessageEvent<Question | Answer>) => {
      if (data.id !== question.id || !('person' in data)) return;
      answers.push(data);
      if (isEnough || !enough(data)) return;
      isEnough = true;
      clearTimeout(timer);
      timer = setTimeout(finish, SETTLE_MS);
    };
    channel.postMessage(question);
  });
}

/** Remembers which links are opened in other tabs, and answers these. Returns how to stop. */
export function answerOpenedTabs(): () => void {
  if (framedPreview()) return () => {};
  let opened: Press[] = [];
  /** Each press opens one tab. */
  const takePress = (address: string): Press | null => {
    opened = opened.filter(({ at }) => Date.now() - at < PRESS_LASTS_MS);
    const own = opened.filter((each) => each.address === address);
    const press = own.find(({ kind }) => SURE_KINDS.includes(kind)) ?? own[0] ?? null;
    opened = opened.filter((each) => each !== press);
    return press;
  };
  /** What a touch became: a click, or the menu of the link. */
  const dropTouch = (address: string) => {
    const touch = opened.find((each) => each.kind === 'pointerdown' && each.address === address);
    if (!touch) return;
    opened = opened.filter((each) => each !== touch);
    if (readOpenedAt() === String(touch.at)) writeOpenedAt(touch.openedBefore);
  };
  const onPress = (event: Event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link || link.origin !== window.location.origin) return;
    const kind = event.type as Press['kind'];
    if (kind !== 'pointerdown') dropTouch(link.href);
    if (!isElsewhere(event, link)) return;
    // Without a referrer the new tab would not know that a page of ours opened it.
    link.relList.remove('noreferrer');
    const at = Date.now();
    opened.push({ address: link.href, at, kind, openedBefore: readOpenedAt() });
    if (isOwnTab()) writeOpenedAt(String(at));
  };
  for (const kind of PRESSES) document.addEventListener(kind, onPress, true);

  const channel = openChannel();
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Question | Answer>) => {
      if (!('address' in data) || !isUserUnchanged()) return;
      const session = getSession();
      const press = data.chosen === undefined ? takePress(data.address) : null;
      const isOpener = press !== null;
      const isSure = press !== null && SURE_KINDS.includes(press.kind);
      const isGiven = isOwnTab() && (isSure || data.chosen === session?.userId);
      channel.postMessage({
        id: data.id,
        person: session && personOf(session),
        isOpener,
        isSure,
        isNobodys: !session && isOwnTab(),
        ...(session && isGiven ? { session } : {}),
      } satisfies Answer);
    };
  return () => {
    channel?.close();
    for (const kind of PRESSES) document.removeEventListener(kind, onPress, true);
  };
}

/** A long press on a touch screen opens a menu that not every browser tells of. */
const PRESSES = ['click', 'auxclick', 'contextmenu', 'pointerdown'] as const;
/** They open a tab at once. */
const SURE_KINDS: readonly Press['kind'][] = ['click', 'auxclick'];
interface Press {
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: (typeof PRESSES)[number];
  /** What stood at `LINK_OPENED_KEY`. */
  readonly openedBefore: string | null;
}

function readOpenedAt(): string | null {
  try {
    return localStorage.getItem(LINK_OPENED_KEY);
  } catch {
    return null;
  }
}

function writeOpenedAt(at: string | null): void {
  try {
    if (at === null) localStorage.removeItem(LINK_OPENED_KEY);
    else localStorage.setItem(LINK_OPENED_KEY, at);
  } catch {
    // full: the new tab is the remembered user's, as the header says
  }
}
const MIDDLE_BUTTON = 1;

function isElsewhere(event: Event, link: HTMLAnchorElement): boolean {
  if (event.type === 'contextmenu') return true;
  if (!(event instanceof MouseEvent)) return false;
  if (event.type === 'pointerdown') return 'pointerType' in event && event.pointerType === 'touch';
  if (event.type === 'auxclick') return event.button === MIDDLE_BUTTON;
  const hasOtherTarget = link.target !== '' && link.target !== '_self';
  return event.ctrlKey || event.metaKey || event.shiftKey || hasOtherTarget;
}
