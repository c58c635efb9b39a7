import { randomBytes } from 'node:crypto';
import type { ImportTarget } from '@vesalius/contract/work-questions';
import type { Operation } from '@vesalius/contract/working-copy';
import {
  entriesOf,
  entryPath,
  type Fields,
  idOf,
  isFields,
  type Path,
  type Value,
  valueAt,
} from '@vesalius/contract/working-copy-document';
import type { ManifestQuestion } from '../manifest-questions.ts';
import { withIds } from './fill-work.ts';

export type ImportMode = 'append' | 'replace';
const questionsIn = (value: Value | undefined): readonly Fields[] =>
  Array.isArray(value) ? entriesOf(value as readonly Value[]) : [];
const lastId = (entries: readonly Fields[]): string | null => {
  const last = entries.at(-1);
  return last ? idOf(last) : null;
};
const asEntry = (question: ManifestQuestion): Fields =>
  JSON.parse(JSON.stringify(withIds(question))) as Fields;

/** The operations that insert the questions of a file into a working copy. Null if their destination does not exist. */
export function placeImported(
  document: Fields,
  target: ImportTarget,
  mode: ImportMode,
  questions: readonly ManifestQuestion[],
): Operation[] | null {
  if (target.kind === 'pages') return onPages(document, target, mode, questions);
  const { path } = target;
  if (path[0] === 'final_test') {
    if (isFields(document.final_test)) return intoList(document, path, mode, questions.map(withoutSection));
    return [
      { op: 'set', path: ['final_test'], value: { questions: questions.map(withoutSection).map(asEntry) } },
    ];
  }
  const home = valueAt(document, path.slice(0, 2));
  if (!isFields(home)) return null;
  if (path[0] === 'quizzes') return intoList(document, path, mode, questions.map(withoutSection));
  const sections = new Set(questionsIn(home.sections).map(idOf));
  const section = target.section !== undefined && sections.has(target.section) ? target.section : undefined;
  const placed = questions.map((question) =>
    question.section !== undefined && sections.has(question.section)
      ? question
      : { ...withoutSection(question), ...(section === undefined ? {} : { section }) },
  );
  return intoList(document, path, mode, placed);
}

const withoutSection = ({ section: _section, ...question }: ManifestQuestion): ManifestQuestion => question;

/**
 * One operation if the list is empty or replaced. Otherwise one per question, so that others can edit at the same
 * time.
 */
function intoList(
  document: Fields,
  path: Path,
  mode: ImportMode,
  questions: readonly ManifestQuestion[],
): Operation[] {
  const present = mode === 'replace' ? [] : questionsIn(valueAt(document, path));
  const entries = withFreeKeys(present, questions).map(asEntry);
  if (present.length === 0) return [{ op: 'set', path, value: entries }];
  let after = lastId(present);
  return entries.map((entry): Operation => {
    const operation: Operation = { op: 'insert', path, entry, after };
    after = idOf(entry);
    return operation;
  });
}

/** A question that has a key already keeps it; imported questions get free ones. */
function withFreeKeys(
  present: readonly Fields[],
  questions: readonly ManifestQuestion[],
): ManifestQuestion[] {
  const taken = new Set([...present.map(idOf), ...questions.map(({ key }) => key)]);
  const had = new Set(present.map(idOf));
  return questions.map((question) => {
    if (!had.has(question.key)) return question;
    let key = question.key;
    for (let count = 2; taken.has(key); count += 1) key = `${question.key.slice(0, 70)}-${count}`;
    taken.add(key);
    return { ...question, key };
  });
}

/** Inserts each question into the quiz of its page, and creates missing quizzes. */
function onPages(
  document: Fields,
  target: Extract<ImportTarget, { kind: 'pages' }>,
  mode: ImportMode,
  questions: readonly ManifestQuestion[],
): Operation[] {
  const byPage = new Map<number, ManifestQuestion[]>();
  for (const question of questions.map(withoutSection)) {
    const page = question.page ?? target.page;
    byPage.set(page, [...(byPage.get(page) ?? []), question]);
  }
  const quizzes = entriesOf(document.quizzes);
  let after = lastId(quizzes);
  return [...byPage]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([page, own]): Operation[] => {
      const known = quizzes.find((quiz) => quiz.page === page);
      if (known)
        return intoList(document, [...entryPath(['quizzes'], idOf(known) ?? ''), 'questions'], mode, own);
      const key = `quiz-${randomBytes(6).toString('hex')}`;
      const entry: Fields = { key, page, title: target.title, questions: own.map(asEntry) };
      const made: Operation = { op: 'insert', path: ['quizzes'], entry, after };
      after = key;
      return [made];
    });
}
