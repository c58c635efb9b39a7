import { directionOf } from '../../lib/direction-of.ts';

/** A question in the form that all screens render. */
export interface AskedQuestion {
  readonly id: string;
  readonly text: string;
  readonly imageUrl: string | null;
  readonly choices: readonly {
    readonly id: string;
    readonly text: string;
    readonly imageUrl: string | null;
    /** Undefined until the server reveals the key. */
    readonly correct?: boolean;
  }[];
  /** The reader's stored answer; null if there is none. */
  readonly stored: { readonly choiceId: string; readonly correct: boolean } | null;
  /** The page that explains the answer, while the key is still hidden; null otherwise. */
  readonly readOnPage: number | null;
  /** Present once the key is revealed. */
  readonly justification: {
    readonly text: string;
    readonly imageUrl: string | null;
    readonly page: number | null;
  } | null;
}

const ARABIC_LETTERS = [...'أبجدهوزحطيكلمن'];

/** Letters name the choices, as in medical examinations, in the script of the question. They are only shown. */
export const letterOf = (index: number, question = ''): string =>
  (directionOf(question) === 'rtl' && ARABIC_LETTERS[index]) || String.fromCharCode(65 + index);
