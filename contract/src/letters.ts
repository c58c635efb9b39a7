import { z } from 'zod';
import { Language } from './accounts-fields.ts';
import { defineEndpoints } from './endpoints.ts';
import { lettersCalls } from './letters-calls.ts';

/**
 * Letters that a user can turn off: the daily one about comments in topics, the weekly one about reading, and the one about
 * comments on works. The links in sent letters name them by their position.
 */
export const OPTIONAL_LETTERS = ['digest', 'weekly', 'work_comments'] as const;
export type OptionalLetter = (typeof OPTIONAL_LETTERS)[number];

const LetterChoice = z.object({
  letter: z.enum(OPTIONAL_LETTERS),
  /** Whether the account gets the letter. */
  wants: z.boolean(),
  /** The account's. */
  language: Language,
});
export type LetterChoice = z.output<typeof LetterChoice>;

const params = z.object({ token: z.string().max(200) });
const common = { params, answer: LetterChoice, ignoresToken: true } as const;

export const lettersEndpoints = defineEndpoints(lettersCalls, {
  getLetterChoice: { summary: 'Which letter the link of a mail is about', ...common },
  unsubscribe: {
    summary: 'Turn a letter off, with the link of the mail',
    description:
      'The one-click request of RFC 8058: any form is taken (`List-Unsubscribe=One-Click`), and its fields are not read. The same request again answers the same.',
    ...common,
  },
  undoUnsubscribe: { summary: 'Turn the letter on again, with the same link', ...common },
});
export type LettersEndpoints = typeof lettersEndpoints;
