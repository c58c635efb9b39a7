import {
  getSession,
  isOwnTab,
  isUserUnchanged,
  markDecided,
  openForNobody,
  openForSession,
  openForStored,
  rememberedSession,
  type Session,
} from './session.ts';
import { framedPreview, isTabUndecided, LINK_OPENED_KEY } from './stored-session.ts';

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
  /** Whether this tab opened the address. */
  readonly isOpener: boolean;
  /** Nobody is signed in in it, whoever is remembered. */
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
  if (opener && openers.every((each) => isSame(each, opener))) return openAs(opener);

  const remembered = rememberedSession();
  const signedIn = (openers.length > 0 ? openers : answers).flatMap(({ person }) => person ?? []);
  const people = new Map(
    [...signedIn, ...(remembered ? [remembered] : [])].map((each) => [each.userId, each]),
  );
  if (people.size === 0) return openDecided();
  const chosen = await choose([...people.values()].map(personOf));
  if (!chosen) return openForNobody();
  if (chosen.userId === rememberedSession()?.userId) return openDecided();
  const asked = { ...question, chosen: chosen.userId };
  const [given] = (await answersTo(channel, asked, ({ session }) => session !== undefined)).filter(
    ({ session }) => session?.userId === chosen.userId,
  );
  // Closed or signed out in the meantime: whoever it was signs in again.
  if (given?.session) openForSession(given.session);
  else openForNobody();
}

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
  let opened: { readonly address: string; readonly at: number }[] = [];
  /** Each press opens one tab. */
  const takePress = (address: string): boolean => {
    opened = opened.filter(({ at }) => Date.now() - at < PRESS_LASTS_MS);
    const index = opened.findIndex((each) => each.address === address);
    if (index >= 0) opened.splice(index, 1);
    return index >= 0;
  };
  const onPress = (event: Event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link || link.origin !== window.location.origin || !isElsewhere(event, link)) return;
    // Without a referrer the new tab would not know that a page of ours opened it.
    link.relList.remove('noreferrer');
    opened.push({ address: link.href, at: Date.now() });
    try {
      if (isOwnTab()) localStorage.setItem(LINK_OPENED_KEY, String(Date.now()));
    } catch {
      // full: the new tab is the remembered user's, as the header says
    }
  };
  for (const kind of PRESSES) document.addEventListener(kind, onPress, true);

  const channel = openChannel();
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Question | Answer>) => {
      if (!('address' in data) || !isUserUnchanged()) return;
      const session = getSession();
      const isOpener = data.chosen === undefined && takePress(data.address);
      const isGiven = isOwnTab() && (isOpener || data.chosen === session?.userId);
      channel.postMessage({
        id: data.id,
        person: session && personOf(session),
        isOpener,
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
const MIDDLE_BUTTON = 1;

function isElsewhere(event: Event, link: HTMLAnchorElement): boolean {
  if (event.type === 'contextmenu') return true;
  if (!(event instanceof MouseEvent)) return false;
  if (event.type === 'pointerdown') return 'pointerType' in event && event.pointerType === 'touch';
  if (event.type === 'auxclick') return event.button === MIDDLE_BUTTON;
  const hasOtherTarget = link.target !== '' && link.target !== '_self';
  return event.ctrlKey || event.metaKey || event.shiftKey || hasOtherTarget;
}
