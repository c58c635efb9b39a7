import type { Operation } from '@vesalius/contract/working-copy';
import {
  entriesOf,
  entryPath,
  type Fields,
  idOf,
  type Path,
  type Value,
  valueAt,
} from '@vesalius/contract/working-copy-document';
import { shortId } from '../fields/field-spec.ts';
import { addEntry } from '../fields/set-field.ts';
import { choiceId, choicesOf, sectionsOf } from './question-problems.ts';

export const questionsAt = (document: Fields, list: Path): readonly Fields[] => {
  const questions = valueAt(document, list);
  return Array.isArray(questions) ? entriesOf(questions) : [];
};
const lastId = (entries: readonly Fields[]): string | null => {
  const last = entries.at(-1);
  return last ? idOf(last) : null;
};
export const freshChoice = (): Fields => ({ _id: shortId(), correct: false });

/**
 * Adds a question in the section of the previous one. No choice is marked right: the key must be an explicit choice.
 */
export function addQuestion(document: Fields, list: Path, after: string | null): [id: string, Operation] {
  const questions = questionsAt(document, list);
  const before = after === null ? questions.at(-1) : questions.find((each) => idOf(each) === after);
  const sections = sectionsOf(document, list);
  const section = before?.section ?? (sections?.[0] && idOf(sections[0]));
  const key = `question-${shortId()}`;
  const entry: Fields = {
    key,
    ...(sections && section ? { section } : {}),
    choices: [freshChoice(), freshChoice()],
  };
  return [key, addEntry(document, list, entry, after ?? lastId(questions))];
}

/** Duplicates the question under a new key, after the original. */
export function duplicateQuestion(list: Path, question: Fields): [id: string, Operation] {
  const key = `question-${shortId()}`;
  const choices = choicesOf(question).map((choice): Fields => ({ ...choice, _id: shortId() }));
  const entry: Fields = { ...question, key, choices };
  return [key, { op: 'insert', path: list, entry, after: idOf(question) }];
}

/** Marks the only right choice: all others become wrong. */
export const markRight = (at: Path, question: Fields, right: string): Operation[] =>
  choicesOf(question).flatMap((choice): Operation[] => {
    const id = choiceId(choice);
    const correct = id === right;
    if ((choice.correct === true) === correct) return [];
    return [{ op: 'set', path: [...entryPath([...at, 'choices'], id), 'correct'], value: correct }];
  });

/** Moves an entry one place up (-1) or down (1). Null at the end of the list. */
export function moveEntry(list: Path, ids: readonly string[], id: string, by: -1 | 1): Operation | null {
  const index = ids.indexOf(id);
  const to = index + by;
  if (index < 0 || to < 0 || to >= ids.length) return null;
  const others = ids.toSpliced(index, 1);
  return { op: 'move', path: entryPath(list, id), to: list, after: others[to - 1] ?? null };
}

/** Moves the question to the end of another list, which has other sections. */
export function moveToList(document: Fields, list: Path, question: Fields, to: Path): Operation[] {
  const path = entryPath(list, idOf(question) ?? '');
  const leave: Operation[] =
    question.section === undefined ? [] : [{ op: 'set', path: [...path, 'section'] }];
  return [...leave, { op: 'move', path, to, after: lastId(questionsAt(document, to)) }];
}

export interface QuestionHome {
  readonly path: Path;
  readonly kind: 'quiz' | 'test' | 'finalTest';
  readonly title: string;
}
/** Every list of questions in the book. */
export function homesOf(document: Fields): QuestionHome[] {
  const title = (value: Value | undefined) => (typeof value === 'string' ? value : '');
  const of = (field: 'quizzes' | 'tests', kind: 'quiz' | 'test') =>
    entriesOf(document[field]).map(
      (entry): QuestionHome => ({
        path: [...entryPath([field], idOf(entry) ?? ''), 'questions'],
        ...{ kind, title: title(entry.title) },
      }),
    );
  return [
    ...of('quizzes', 'quiz'),
    ...of('tests', 'test'),
    ...(document.final_test === undefined
      ? []
      : [{ path: ['final_test', 'questions'], kind: 'finalTest', title: '' } as const]),
  ];
}
