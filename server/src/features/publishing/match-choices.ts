import { randomUUID } from 'node:crypto';
import { staysLast } from '../assessments/choice-order.ts';
import type { ChoiceRow } from './place-questions.ts';

export interface KnownChoice {
  readonly id: string;
  readonly identity: string;
  readonly correct: boolean;
}
export type MatchedChoice = ChoiceRow & { readonly id: string; readonly position: number };

/** "AA", "Aa" and "aa" are three choices, but a choice whose capitals were corrected stays the same choice. */
const COMPARISONS = [(text: string) => text.trim(), (text: string) => text.trim().toLowerCase()];

/**
 * Matches each choice by its text, so that answers to it keep their meaning. If exactly one choice of a question is
 * new and one is gone, and both are right or both wrong, the choice was reworded and stays. Ids are random and decide
 * the order, which therefore says nothing about the right answer and is the same after each import; `keepOrder` keeps
 * the order of the book folder.
 */
export function matchChoices(
  choices: readonly ChoiceRow[],
  known: readonly KnownChoice[],
  { keepOrder = false }: { keepOrder?: boolean } = {},
): MatchedChoice[] {
  const idOf = new Map<ChoiceRow, string>();
  const left = new Map(known.map((each) => [each.id, each]));
  for (const form of COMPARISONS)
    for (const choice of choices) {
      if (idOf.has(choice)) continue;
      const match = [...left.values()].find((each) => form(each.identity) === form(choice.identity));
      if (!match) continue;
      idOf.set(choice, match.id);
      left.delete(match.id);
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
      if (keepOrder) return 0;
      const last = Number(staysLast(a.answer)) - Number(staysLast(b.answer));
      return last !== 0 ? last : a.id < b.id ? -1 : 1;
    })
    .map((choice, index) => ({ ...choice, position: index + 1 }));
}
