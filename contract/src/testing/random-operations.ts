/** For tests: operations that people might make at random, valid in a book's manifest, from a source of numbers. */
import type { Operation } from '../working-copy.ts';
import { entriesOf, entryPath, type Fields, idOf, type Path, valueAt } from '../working-copy-document.ts';

/** A whole number from 0, below `limit`. */
export type Random = (limit: number) => number;

/** The same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;
const WORDS = ['Heart', 'Lung', 'Kidney', 'Nerve', 'القلب', 'Bone & joint', 'Eye "left"'] as const;
const words = (random: Random) => `${pick(random, WORDS)} ${random(1000)}`;

interface ListRule {
  readonly path: Path;
  readonly texts: readonly string[];
  make(random: Random, id: string): Fields;
}
const question = (random: Random, key: string): Fields => ({
  key,
  question: words(random),
  choices: [
    { _id: 'a', answer: words(random), correct: true },
    { _id: 'b', answer: words(random) },
  ],
});
const LISTS: readonly ListRule[] = [
  {
    path: ['chapters'],
    texts: ['title'],
    make: (random, key) => ({ key, title: words(random), first_page: 1, last_page: 2 }),
  },
  { path: ['faculty'], texts: ['name', 'biography'], make: (random, _id) => ({ _id, name: words(random) }) },
  {
    path: ['quizzes'],
    texts: ['title'],
    make: (random, key) => ({
      key,
      page: 1 + random(40),
      title: words(random),
      questions: [question(random, 'q1')],
    }),
  },
];
const TEXTS = ['title', 'author', 'brief', 'audience'] as const;

/** Lists that there are: those of a book, and the questions of its quizzes. */
function listsOf(document: Fields): ListRule[] {
  const quizzes = entriesOf(document.quizzes).map((quiz) => ({
    path: ['quizzes', `#${idOf(quiz)}`, 'questions'],
    texts: ['question', 'justification'],
    make: question,
  }));
  return [...LISTS, ...quizzes];
}

export function randomOperation(document: Fields, random: Random, newKey: () => string): Operation {
  const list = pick(random, listsOf(document));
  const entries = entriesOf(valueAt(document, list.path));
  const entry = entries.length > 0 ? pick(random, entries) : null;
  const after = () => (entries.length === 0 || random(4) === 0 ? null : idOf(pick(random, entries)));
  const kind = random(10);
  if (kind < 2) return { op: 'set', path: [pick(random, TEXTS)], value: words(random) };
  if (kind < 3) return setWhole(document, random);
  if (!entry || kind < 5)
    return { op: 'insert', path: list.path, entry: list.make(random, newKey()), after: after() };
  const path = entryPath(list.path, idOf(entry) ?? '');
  if (kind < 6) return { op: 'remove', path };
  if (kind < 8) {
    const target =
      list.path.length > 1 ? pick(random, listsOf(document).slice(LISTS.length)).path : list.path;
    const others = entriesOf(valueAt(document, target)).filter((each) => idOf(each) !== idOf(entry));
    const isTaken = target !== list.path && others.length < entriesOf(valueAt(document, target)).length;
    const to = isTaken ? list.path : target;
    const anchors = entriesOf(valueAt(document, to)).filter((each) => idOf(each) !== idOf(entry));
    return { op: 'move', path, to, after: anchors.length === 0 ? null : idOf(pick(random, anchors)) };
  }
  return { op: 'set', path: [...path, pick(random, list.texts)], value: words(random) };
}

function setWhole(document: Fields, random: Random): Operation {
  switch (random(4)) {
    case 0:
      return { op: 'set', path: ['audience'] };
    case 1:
      return { op: 'set', path: ['learning_objectives'], value: [words(random), words(random)] };
    case 2:
      return document.certificate === undefined
        ? { op: 'set', path: ['certificate'], value: { title: words(random) } }
        : { op: 'set', path: ['certificate'] };
    default:
      return document.certificate === undefined
        ? { op: 'set', path: ['reading_hours'], value: random(100) }
        : { op: 'set', path: ['certificate', 'description'], value: words(random) };
  }
}
