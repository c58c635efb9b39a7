const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT =
  /(?=\p{L})[^\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A name or title inside a sentence, of which it may run against the direction: "قلب (2)" in English, "ECG, 2nd ed." in
 * Arabic. Isolated it keeps its brackets and full stops, and the sentence keeps its order. Text of the sentence's own
 * direction, and numbers, stay as they are. Characters and not `<bdi>`, so that it holds in labels of controls as well.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  const runsAgainst = (direction === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text);
  return runsAgainst ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

const LEFT_TO_RIGHT_ISOLATE = '\u2066';
type Messages = Record<string, unknown>;

/**
 * Messages of a right-to-left language, with the percent sign kept behind its figure. The sign goes to the other side
 * where the letter before it is Arabic, and stays where the figure comes first: "%50" below "70%".
 */
export const isolatePercents = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string'
        ? message.replace(/(\{\{[^}]+\}\}|\d+)%/g, `${LEFT_TO_RIGHT_ISOLATE}$1%${POP_ISOLATE}`)
        : isolatePercents(message as Messages),
    ]),
  );
