/** What of a question its readers see when they answer it. */
export interface Wording {
  readonly question: string;
  readonly image: string | null;
  readonly choices: readonly { readonly answer: string; readonly image: string | null }[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const imageOf = (value: unknown): string | null => textOf(value) || null;
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Of a question of a manifest, which may be unfinished. */
export function wordingOf(question: unknown): Wording {
  const { question: text, image, choices } = fieldsOf(question);
  return {
    question: textOf(text),
    image: imageOf(image),
    choices: (Array.isArray(choices) ? choices : []).map((choice) => {
      const { answer, image: shown } = fieldsOf(choice);
      return { answer: textOf(answer), image: imageOf(shown) };
    }),
  };
}

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Their order and the spaces between words are no part of it: most choices are mixed for each reader. */
export function isSameWording(one: Wording, other: Wording): boolean {
  const identityOf = ({ question, image, choices }: Wording) =>
    JSON.stringify([
      plain(question),
      image,
      choices.map((choice) => JSON.stringify([plain(choice.answer), choice.image])).toSorted(),
    ]);
  return identityOf(one) === identityOf(other);
}
