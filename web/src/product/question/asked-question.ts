/** One question as the screens draw it, wherever it is asked. */
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
  /** What is stored as this reader's answer; null = still to be answered, or only read. */
  readonly stored: { readonly choiceId: string; readonly correct: boolean } | null;
  /** Where to read about it, when the key is still kept; null otherwise. */
  readonly readOnPage: number | null;
  /** Present once the key is revealed. */
  readonly justification: {
    readonly text: string;
    readonly imageUrl: string | null;
    readonly page: number | null;
  } | null;
}

/** Choices are named by letters, in both languages as in medical examinations. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);
