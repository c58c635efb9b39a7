/** Whether words are looked for, or a question wants an answer. */
import { tokensOf } from './reader-search.ts';
import { isStopWord } from './stop-words.ts';

const ASKS =
  /^\W*(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|does|do|did|can|could|should|would|will|may|has|have)\s+\S+\s|^\s*(?:ما|ماذا|متى|كيف|لماذا|هل|أين|اين|كم|أي|اي|من)\s+\S/iu;
/** So many words with a stop word among them are a sentence, not a list of words. */
const SENTENCE_WORDS = 6;

/** Words are looked for; a question wants an answer. */
export function isQuestion(text: string): boolean {
  if (/["“”„«»]/.test(text)) return false;
  const words = tokensOf(text).map((token) => token.word);
  if (words.filter((word) => !isStopWord(word)).length < 1) return false;
  if (/[?؟]\s*$/.test(text) || ASKS.test(text)) return words.length > 1;
  return words.length >= SENTENCE_WORDS && words.some(isStopWord);
}
