import { type Pronunciation, pronounced } from './pronunciation.ts';
import type { Speaker } from './speaker.ts';
import { joined, type Sentence, type SpokenWord } from './spoken-page.ts';

export interface PlayerState {
  readonly status: 'loading' | 'speaking' | 'paused' | 'failed';
  /** Null until the first page is loaded. */
  readonly sentence: Sentence | null;
  /** The word that is spoken; null if the voice does not tell it. */
  readonly word: SpokenWord | null;
}

/** Why nothing is spoken any more. */
export type PlayerEnd = 'lastPage' | 'chapter';

export interface PlayerVoice {
  readonly voiceId: string | null;
  readonly rate: number;
  readonly dictionary: readonly Pronunciation[];
}

interface Deps {
  readonly speaker: Speaker;
  readonly language: string;
  readonly lastPage: number;
  /** What is spoken of a page; rejects if it cannot be loaded. */
  readonly spokenPage: (page: number) => Promise<readonly Sentence[]>;
  /** Asked before every sentence. */
  readonly voice: () => PlayerVoice;
  /** Whether listening ends with this page. */
  readonly endsWith: (page: number) => boolean;
  readonly onChange: (state: PlayerState) => void;
  readonly onEnd: (why: PlayerEnd) => void;
}

interface LoadedPage {
  readonly page: number;
  readonly sentences: readonly Sentence[];
}

/** Speaks a book sentence by sentence. Every act ends what was spoken before it. */
export class Player {
  readonly #deps: Deps;
  #turn = 0;
  #loaded: LoadedPage = { page: 0, sentences: [] };
  #index = 0;
  /** The following page, loaded early. */
  #next: { readonly page: number; readonly sentences: Promise<readonly Sentence[]> } | null = null;
  /** The page whose first sentence the page before has spoken. */
  #continued: number | null = null;
  #state: PlayerState = { status: 'loading', sentence: null, word: null };

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts with the sentence that contains the word; null = the first one of the page. */
  async startAt(page: number, word: number | null): Promise<void> {
    const turn = this.#begin();
    this.#continued = null;
    this.#change({ status: 'loading', word: null });
    await this.#guarded(turn, async () => {
      if (!(await this.#load(turn, page))) return;
      this.#index = word === null ? 0 : indexOfWord(this.#loaded.sentences, word);
      await this.#speak(turn);
    });
  }

  pause(): void {
    this.#begin();
    this.#change({ status: 'paused' });
  }

  /** Repeats the sentence in which it was paused. */
  async resume(): Promise<void> {
    const turn = this.#begin();
    await this.#guarded(turn, () => this.#speak(turn));
  }

  /** To the next or the previous sentence; a paused player stays paused. */
  async step(by: 1 | -1): Promise<void> {
    const isPaused = this.#state.status === 'paused';
    const turn = this.#begin();
    await this.#guarded(turn, async () => {
      if (!(await this.#move(turn, by))) return;
      if (isPaused) this.#change({ status: 'paused', sentence: await this.#current(), word: null });
      else await this.#speak(turn);
    });
  }

  stop(): void {
    this.#begin();
  }

  #begin(): number {
    this.#turn += 1;
    this.#deps.speaker.stop();
    return this.#turn;
  }

  #change(part: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...part };
    this.#deps.onChange(this.#state);
  }

  async #guarded(turn: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      if (turn === this.#turn) this.#change({ status: 'failed', word: null });
    }
  }

  async #speak(turn: number): Promise<void> {
    for (;;) {
      const sentence = await this.#current();
      if (turn !== this.#turn) return;
      // None at the beginning of an empty page.
      if (sentence) {
        this.#change({ status: 'speaking', sentence, word: null });
        this.#loadNext();
        const { voiceId, rate, dictionary } = this.#deps.voice();
        const { text, words } = pronounced(sentence, dictionary);
        const isSpoken = await this.#deps.speaker.speak({
          text,
          language: this.#deps.language,
          voiceId,
          rate,
          onWord: (at) => {
            const word = words.findLast((each) => each.at <= at);
            if (turn === this.#turn && word) this.#change({ word });
          },
        });
        if (!isSpoken || turn !== this.#turn) return;
      }
      if (!(await this.#move(turn, 1))) return;
    }
  }

  /** The current sentence, completed by the next page where the page ends within it. */
  async #current(): Promise<Sentence | undefined> {
    const { page, sentences } = this.#loaded;
    const sentence = sentences[this.#index];
    if (!sentence?.isOpen || page >= this.#deps.lastPage) return sentence;
    const [rest] = await this.#sentencesOf(page + 1).catch(() => []);
    if (!rest?.isRunning) return sentence;
    this.#continued = page + 1;
    return joined(sentence, rest);
  }

  async #move(turn: number, by: 1 | -1): Promise<boolean> {
    const { page, sentences } = this.#loaded;
    const index = this.#index + by;
    if (index >= this.#firstOf(page) && index < sentences.length) {
      this.#index = index;
      return true;
    }
    const to = page + by;
    if (to < 1) {
      this.#index = 0;
      return true;
    }
    const isEnd = by === 1 && page > 0 && this.#deps.endsWith(page);
    if (isEnd || to > this.#deps.lastPage) {
      this.#deps.onEnd(isEnd ? 'chapter' : 'lastPage');
      return false;
    }
    if (!(await this.#load(turn, to))) return false;
    this.#index = by === 1 ? this.#firstOf(to) : Math.max(0, this.#loaded.sentences.length - 1);
    // An empty page, or one whose only sentence was spoken with the page before.
    return this.#index < this.#loaded.sentences.length || this.#move(turn, by);
  }

  #firstOf(page: number): number {
    return this.#continued === page ? 1 : 0;
  }

  async #load(turn: number, page: number): Promise<boolean> {
    const sentences = await this.#sentencesOf(page);
    if (turn !== this.#turn) return false;
    this.#loaded = { page, sentences };
    return true;
  }

  #sentencesOf(page: number): Promise<readonly Sentence[]> {
    if (this.#next?.page === page) return this.#next.sentences;
    return this.#deps.spokenPage(page);
  }

  #loadNext(): void {
    const page = this.#loaded.page + 1;
    if (page > this.#deps.lastPage || this.#next?.page === page) return;
    const sentences = this.#deps.spokenPage(page);
    this.#next = { page, sentences };
    // Tried again when the page's turn comes.
    sentences.catch(() => {
      if (this.#next?.sentences === sentences) this.#next = null;
    });
  }
}

/** The sentence that contains the word, or else the next one: running heads and page numbers are not spoken. */
function indexOfWord(sentences: readonly Sentence[], word: number): number {
  const index = sentences.findIndex((sentence) => sentence.words.some((each) => each.word === word));
  if (index >= 0) return index;
  return Math.max(
    0,
    sentences.findIndex((sentence) => sentence.words.some((each) => each.word > word)),
  );
}
