import type { ManifestQuestion } from '../manifest-questions.ts';
import type { Path } from '../mistakes.ts';
import { entriesOf } from '../read-manifest.ts';
import type { BookUnderCheck } from './book-under-check.ts';
import { checkKeys } from './check-keys.ts';

/** Returns the keys of the sections that have questions. `sections` is given for chapter tests only. */
export function checkQuestions(
  book: BookUnderCheck,
  path: Path,
  questions: readonly ManifestQuestion[],
  { pages, sections }: { pages: number | null; sections?: ReadonlySet<string> },
): Set<string> {
  const entries = [...entriesOf(questions)].map(([index, each]) => [[...path, index], each] as const);
  checkKeys(book, entries, 'question of the list');
  const used = new Set<string>();
  for (const [at, question] of entries) {
    if (question.page !== undefined && pages !== null && question.page > pages) {
      book.mistake(
        [...at, 'page'],
        `is ${question.page}, but ${book.manifest.pdf} has ${pages} pages; give a page from 1 to ${pages}`,
      );
    }
    checkSection(book, at, question, sections);
    if (question.section) used.add(question.section);
    checkChoices(book, at, question);
  }
  return used;
}

function checkSection(
  book: BookUnderCheck,
  at: Path,
  { section }: ManifestQuestion,
  sections: ReadonlySet<string> | undefined,
): void {
  if (!sections) {
    if (section) book.mistake([...at, 'section'], 'is for chapter tests only; remove it');
    return;
  }
  const known = [...sections].join(', ');
  if (!section) book.mistake(at, `belongs to no section of its test; add "section:" with one of: ${known}`);
  else if (!sections.has(section)) {
    book.mistake(
      [...at, 'section'],
      `is "${section}", which the test does not have; its sections are: ${known}`,
    );
  }
}

function checkChoices(book: BookUnderCheck, at: Path, { choices }: ManifestQuestion): void {
  const right = choices.filter((choice) => choice.correct).length;
  if (right !== 1) {
    const found = right === 0 ? 'no right answer' : `${right} right answers`;
    book.mistake([...at, 'choices'], `has ${found}; mark exactly one with "correct: true"`);
  }
  const seen = new Map<string, number>();
  for (const [index, { answer, image }] of choices.entries()) {
    const path = [...at, 'choices', index];
    if (answer === undefined && image === undefined) {
      book.mistake(path, 'is empty; give it an "answer" or an "image"');
    }
    const identity = answer === undefined ? `image ${image}` : answer.trim();
    if (seen.has(identity) && (answer !== undefined || image !== undefined)) {
      book.mistake(path, `says the same as choice ${seen.get(identity)! + 1}; make them different`);
    }
    seen.set(identity, index);
  }
}
