import { randomInt } from 'node:crypto';
import { staysLast } from './choice-order.ts';
import type { QuestionRow } from './paper-queries.ts';

/** The questions of one attempt, and the seed of their order. */
export interface DrawnPaper {
  readonly seed: number;
  /** Null = all questions are asked. */
  readonly questionIds: readonly string[] | null;
}

const SEED_LIMIT = 2 ** 31;

/** Draws `size` of the questions with equal probability; without a size all are asked. */
export function drawPaper(questionIds: readonly string[], size: number | null): DrawnPaper {
  const seed = randomInt(-SEED_LIMIT, SEED_LIMIT);
  if (size === null) return { seed, questionIds: null };
  const left = [...questionIds];
  for (let index = 0; index < Math.min(size, left.length); index += 1) {
    const other = randomInt(index, left.length);
    [left[index], left[other]] = [left[other] as string, left[index] as string];
  }
  return { seed, questionIds: left.slice(0, size) };
}

/**
 * The rank of an id in the order of a seed. It depends on nothing else, so that adding or retiring a question moves no other. Ids
 * are random in their last digits (MurmurHash3's finalizer spreads them).
 */
function rank(seed: number, id: string): number {
  let hash = seed ^ Number.parseInt(id.slice(-8), 16);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function inOrder<Item extends { readonly id: string }>(seed: number, items: readonly Item[]): Item[] {
  const ranks = new Map(items.map(({ id }) => [id, rank(seed, id)]));
  return items.toSorted(
    (a, b) => (ranks.get(a.id) as number) - (ranks.get(b.id) as number) || (a.id < b.id ? -1 : 1),
  );
}

/** The current questions of the paper. A question that was retired since is replaced according to the seed. */
export function askedOf(paper: DrawnPaper | null, questionIds: readonly string[]): ReadonlySet<string> {
  if (!paper?.questionIds) return new Set(questionIds);
  const today = new Set(questionIds);
  const asked = new Set(paper.questionIds.filter((id) => today.has(id)));
  const missing = paper.questionIds.length - asked.size;
  if (missing > 0) {
    const others = questionIds.filter((id) => !asked.has(id)).map((id) => ({ id }));
    for (const { id } of inOrder(paper.seed, others).slice(0, missing)) asked.add(id);
  }
  return asked;
}

/** The questions and their choices in the order of the paper; without a paper in the order of the book. */
export function arrange(
  paper: DrawnPaper | null,
  questions: readonly QuestionRow[],
  { keepOrder }: { keepOrder: boolean },
): readonly QuestionRow[] {
  if (!paper) return questions;
  const { seed } = paper;
  return (keepOrder ? questions : inOrder(seed, questions)).map((question) =>
    question.keepChoiceOrder ? question : { ...question, choices: orderChoices(seed, question.choices) },
  );
}

function orderChoices<Choice extends { readonly id: string; readonly answer: string }>(
  seed: number,
  choices: readonly Choice[],
): Choice[] {
  const ordered = inOrder(seed, choices);
  return [
    ...ordered.filter(({ answer }) => !staysLast(answer)),
    ...ordered.filter(({ answer }) => staysLast(answer)),
  ];
}
