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
