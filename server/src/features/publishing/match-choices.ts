import { randomUUID } from 'node:crypto';
import type { ChoiceRow } from './place-questions.ts';

export interface KnownChoice {
  readonly id: string;
  readonly identity: string;
  readonly correct: boolean;
}
export type MatchedChoice = ChoiceRow & { readonly id: string; readonly position: number };

/** "All of the above" must stay below; everything else is put in an order that tells nothing. */
const STAYS_LAST = /\b(?:all|none|both|neither|any|either) of (?:the )?(?:above|these|them|those)\b/i;

const same = (text: string) => text.trim().toLowerCase();

/**
 * Finds each choice again by its words, so that answers given to it keep their meaning. When exactly one choice of
 * a question is new and one has gone, and both are right or both wrong, somebody corrected its wording: it stays.
 * Ids are random and decide the order, which therefore says nothing about the right answer and is the same after
 * each import.
 */
export function matchChoices(choices: readonly ChoiceRow[], known: readonly KnownChoice[]): MatchedChoice[] {
  const idOf = new Map<ChoiceRow, string>();
  const left = new Map(known.map((each) => [each.id, each]));
  for (const choice of choices) {
    const found = [...left.values()].find((each) => same(each.identity) === same(choice.identity));
    if (!found) continue;
    idOf.set(choice, found.id);
    left.delete(found.id);
  }
  const added = choices.filter((choice) => !idOf.has(choice));
  const [onlyAdded, onlyGone] = [added[0], [...left.values()][0]];
  if (
    onlyAdded &&
    onlyGone &&
    added.length === 1 &&
    left.size === 1 &&
    onlyAdded.correct === onlyGone.correct
  ) {
    idOf.set(onlyAdded, onlyGone.id);
  }
  return choices
    .map((choice) => ({ ...choice, id: idOf.get(choice) ?? randomUUID() }))
    .sort((a, b) => {
      const last = Number(STAYS_LAST.test(a.answer)) - Number(STAYS_LAST.test(b.answer));
      return last !== 0 ? last : a.id < b.id ? -1 : 1;
    })
    .map((choice, index) => ({ ...choice, position: index + 1 }));
}
