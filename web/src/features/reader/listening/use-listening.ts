import type { BookPages } from '@vesalius/contract/reader';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../lib/language-tags.ts';
import { announce } from '../../../ui/announce.ts';
import { wordAtPoint } from '../flow/word-ranges.ts';
import type { ReadingSpot } from '../layout/reading-spot.ts';
import type { Book, Place } from '../model/reader-model.ts';
import type { Quote } from '../notes/selection-quote.ts';
import type { View } from '../view.ts';
import type { NoVoice } from './open-player.ts';
import type { Player, PlayerState } from './player.ts';
import { keepPronunciations, type Pronunciation, readPronunciations } from './pronunciation.ts';
import {
  chosenVoice,
  keepListeningSettings,
  type ListeningSettings,
  readListeningSettings,
  type Sleep,
} from './settings.ts';
import type { Voice } from './speaker.ts';
import { isInView, useSpokenMarks } from './spoken-marks.ts';
import type { Sentence, SpokenWord } from './spoken-page.ts';

/** What the reader chose; asked before every sentence. */
interface Choices {
  readonly settings: ListeningSettings;
  readonly dictionary: readonly Pronunciation[];
  readonly sleep: Sleep;
}

export interface Listening extends Choices {
  /** Null = off. */
  readonly state: PlayerState | null;
  /** Why it cannot start; `failed` = its code could not be loaded. */
  readonly refused: NoVoice | 'failed' | null;
  readonly voices: readonly Voice[];
  readonly isSettingsOpen: boolean;
  setSettingsOpen(isOpen: boolean): void;
  /** Starts where reading is, pauses, and resumes. */
  toggle(): void;
  /** Starts with the sentence in which selected words begin. */
  startAtQuote(quote: Pick<Quote, 'page' | 'rects'>): void;
  step(by: 1 | -1): void;
  stop(): void;
  /** Scrolls to what is spoken. */
  show(): void;
  choose(choice: Partial<Choices>): void;
}

const MINUTE_MS = 60_000;

/** The book, read aloud by the voices of the system. The code that speaks loads when listening first starts. */
export function useListening(
  data: BookPages,
  {
    book,
    goTo,
    area,
    spot,
    mode,
    lastPage,
  }: {
    book: Book;
    goTo: Place['goTo'];
    mode: View['mode'];
    area: RefObject<HTMLDivElement | null>;
    spot: RefObject<ReadingSpot>;
    lastPage: number;
  },
): Listening {
  const { i18n, t } = useTranslation('reader');
  const bookId = data.book.id;
  const { chapters } = data;
  const player = useRef<Player | null>(null);
  /** Counts starts and ends: the code may arrive after listening was ended. */
  const turn = useRef(0);
  const [state, setState] = useState<PlayerState | null>(null);
  const [refused, setRefused] = useState<Listening['refused']>(null);
  const [voices, setVoices] = useState<readonly Voice[]>([]);
  const [choices, setChoices] = useState<Choices>(() => ({
    settings: readListeningSettings(),
    dictionary: readPronunciations(bookId),
    sleep: 'off',
  }));
  const latest = useRef(choices);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  useSpokenMarks(area, state);
  const scrollTo = useFollowedVoice(state, { book, goTo, area, mode });

  const choose = useCallback(
    (choice: Partial<Choices>) => {
      latest.current = { ...latest.current, ...choice };
      setChoices(latest.current);
      if (choice.settings) keepListeningSettings(choice.settings);
      if (choice.dictionary) keepPronunciations(bookId, choice.dictionary);
    },
    [bookId],
  );
  const stop = useCallback(() => {
    turn.current += 1;
    player.current?.stop();
    player.current = null;
    setState(null);
    setRefused(null);
    choose({ sleep: 'off' });
  }, [choose]);
  useEffect(() => () => player.current?.stop(), []);

  const startAt = useCallback(
    async (page: number, word: number | null) => {
      stop();
      const own = turn.current;
      const isOver = () => own !== turn.current;
      setState({ status: 'loading', sentence: null, word: null });
      const refuse = (why: NonNullable<Listening['refused']>) => {
        if (isOver()) return;
        stop();
        setRefused(why);
        announce(t(`listening.${why}`, { language: languageName(book.language, i18n.language) }));
      };
      try {
        const { openPlayer } = await import('./open-player.ts');
        const opened = await openPlayer(book, {
          i18n,
          lastPage,
          voice: (present) => {
            const { settings, dictionary } = latest.current;
            return {
              voiceId: chosenVoice(present, settings, book.language)?.id ?? null,
              rate: settings.rate,
              dictionary,
            };
          },
          endsWith: (ended) =>
            latest.current.sleep === 'chapter' && chapters.some((chapter) => chapter.last_page === ended),
          onChange(now) {
            if (!isOver()) setState(now);
          },
          onEnd(why) {
            if (isOver()) return;
            const isPreview = lastPage < book.numberOfPages;
            const ended = isPreview ? 'endedPreview' : 'ended';
            announce(t(`listening.${why === 'chapter' ? 'chapterEnded' : ended}`));
            stop();
          },
        });
        if (isOver()) return;
        if (typeof opened === 'string') return refuse(opened);
        setVoices(opened.voices);
        player.current = opened.player;
        await opened.player.startAt(page, word);
      } catch {
        refuse('failed');
      }
    },
    [book, chapters, i18n, lastPage, stop, t],
  );

  const { sleep } = choices;
  useEffect(
    function endAfterTime() {
      if (typeof sleep !== 'number') return;
      const timer = setTimeout(() => {
        player.current?.pause();
        choose({ sleep: 'off' });
        announce(t('listening.slept'));
      }, sleep * MINUTE_MS);
      return () => clearTimeout(timer);
    },
    [sleep, choose, t],
  );

  return useMemo(
    () => ({
      ...choices,
      state,
      refused,
      voices,
      isSettingsOpen,
      setSettingsOpen,
      toggle() {
        if (!state) void startAt(spot.current.page, spot.current.word);
        else if (state.status === 'speaking' || state.status === 'loading') player.current?.pause();
        else void player.current?.resume();
      },
      startAtQuote({ page, rects: [first] }) {
        void book.engine
          .text(page, new AbortController().signal)
          .then((text) => startAt(page, first ? wordAtPoint(text, first) : null))
          .catch(() => startAt(page, null));
      },
      step: (by) => void player.current?.step(by),
      stop,
      show: () => scrollTo(state?.sentence ?? null),
      choose,
    }),
    [choices, state, refused, voices, isSettingsOpen, book, startAt, spot, stop, scrollTo, choose],
  );
}

/** Follows the voice unless the reader has scrolled away from it. Returns a function that scrolls to a sentence. */
function useFollowedVoice(
  state: PlayerState | null,
  {
    book,
    goTo,
    area,
    mode,
  }: {
    book: Book;
    goTo: Place['goTo'];
    area: RefObject<HTMLDivElement | null>;
    mode: View['mode'];
  },
): (sentence: Sentence | null) => void {
  const scrollTo = useCallback(
    async (sentence: Sentence | null) => {
      if (!sentence) return;
      const [first] = sentence.words;
      const page = first?.page ?? sentence.page;
      const text = first && (await book.engine.text(page, new AbortController().signal).catch(() => null));
      // As scrolling does, without a step in the history; in a preview, also to the next free page.
      goTo(page, (first && text?.words[first.word]?.[1]) ?? 0, 'instead', first?.word);
    },
    [book, goTo],
  );
  const before = useRef<Sentence | null>(null);
  const follow = useEffectEvent((sentence: Sentence) => {
    const element = area.current;
    const last = before.current;
    before.current = sentence;
    if (!element || sentence.words.length === 0) return;
    const isFollowed = !last || last.words.length === 0 || isInView(element, last.words);
    if (isFollowed && !isInView(element, sentence.words)) void scrollTo(sentence);
  });
  const sentence = state?.sentence ?? null;
  useEffect(() => {
    if (sentence) follow(sentence);
    else before.current = null;
  }, [sentence]);
  const word = state?.word ?? null;
  const wordBefore = useRef<SpokenWord | null>(null);
  const followWord = useEffectEvent(async (spoken: SpokenWord) => {
    const element = area.current;
    const last = wordBefore.current;
    wordBefore.current = spoken;
    // A sentence may end below the window or on the next screen.
    if (!element || !last || !isInView(element, [last]) || isInView(element, [spoken])) return;
    const text = await book.engine.text(spoken.page, new AbortController().signal).catch(() => null);
    goTo(spoken.page, text?.words[spoken.word]?.[1] ?? 0, 'instead', spoken.word);
  });
  useEffect(() => {
    if (word) void followWord(word);
    else wordBefore.current = null;
  }, [word]);
  const showInView = useEffectEvent(() => {
    const element = area.current;
    if (element && sentence && !isInView(element, sentence.words)) void scrollTo(sentence);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other view shows what is spoken, too
  useEffect(() => showInView(), [mode]);
  return scrollTo;
}
