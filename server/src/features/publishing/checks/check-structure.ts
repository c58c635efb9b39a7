import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { Manifest } from '../manifest.ts';
import type { ManifestQuestion } from '../manifest-questions.ts';
import type { Path } from '../mistakes.ts';
import { entriesOf } from '../read-manifest.ts';
import type { BookUnderCheck } from './book-under-check.ts';
import { checkKeys } from './check-keys.ts';
import { checkQuestions } from './check-questions.ts';

/**
 * Checks what the schema cannot express: pages, order, names that must be unique or known. `pages` is null without a
 * PDF.
 */
export function checkStructure(book: BookUnderCheck, pages: number | null): void {
  const { manifest } = book;
  const onPage = (page: number | undefined, path: Path) => checkPage(book, page, path, pages);

  notePreview(book, pages);
  checkChapters(book, onPage);
  const { front_matter: front } = manifest;
  if (front) {
    onPage(front.last_page, ['front_matter', 'last_page']);
    if (front.first_page > front.last_page) {
      book.mistake(['front_matter', 'first_page'], `is after last_page ${front.last_page}; swap them`);
    }
  }
  checkDays(book);
  let labelled = 0;
  for (const [index, { from_page }] of entriesOf(manifest.page_labels)) {
    const path = ['page_labels', index, 'from_page'];
    onPage(from_page, path);
    if (from_page <= labelled) book.mistake(path, 'is not after the one before; list them in page order');
    labelled = from_page;
  }
  checkMaterials(book, onPage);
  checkQuizzes(book, pages, onPage);
  checkTests(book, pages, onPage);
  if (manifest.final_test) {
    checkFinalTest(book, manifest.final_test, pages);
  }
  checkSurvey(book);
  if (manifest.certificate && book.manifest.final_test === undefined && !book.hasMistake('final_test')) {
    book.mistake(['certificate'], 'cannot be earned without a final test; add final_test');
  }
  if (manifest.certificate?.requires_mandatory_tests && !manifest.tests?.some((test) => test.is_mandatory)) {
    book.mistake(
      ['certificate', 'requires_mandatory_tests'],
      'needs a test with is_mandatory; the book has none',
    );
  }
  if (manifest.replaces && manifest.replaces.edition === manifest.edition) {
    book.mistake(['replaces', 'edition'], 'is this edition itself; name the older one');
  }
}

function checkDays(book: BookUnderCheck): void {
  const { release_date, expiry_date } = book.manifest;
  if (release_date !== undefined && expiry_date !== undefined && expiry_date < release_date)
    book.mistake(['expiry_date'], `is ${expiry_date}, before release_date ${release_date}; give a later day`);
}

/** Visitors read the first pages of every book: of a short one, all of it. */
function notePreview(book: BookUnderCheck, pages: number | null): void {
  const { price } = book.manifest;
  if (price === undefined || pages === null || pages > PREVIEW_LAST_PAGE) return;
  const whole = `has ${pages} pages, and the preview shows the first ${PREVIEW_LAST_PAGE}: everybody reads the whole book`;
  book.warning(['pdf'], `${whole} ${price > 0 ? 'without paying' : 'without an account'}`);
}

const listOf = (questions: unknown): ManifestQuestion[] =>
  Array.isArray(questions) ? (questions as ManifestQuestion[]) : [];

type OnPage = (page: number | undefined, path: Path) => void;

function checkPage(book: BookUnderCheck, page: number | undefined, path: Path, pages: number | null): void {
  if (page !== undefined && pages !== null && page > pages) {
    book.mistake(
      path,
      `is ${page}, but ${book.manifest.pdf} has ${pages} pages; give a page from 1 to ${pages}`,
    );
  }
}

const at = <Item>(list: readonly Item[] | undefined, ...path: Path) =>
  [...entriesOf(list)].map(([index, item]) => [[...path, index], item] as const);

function checkChapters(book: BookUnderCheck, onPage: OnPage): void {
  const { chapters } = book.manifest;
  checkKeys(book, at(chapters, 'chapters'), 'chapter');
  let previous = 0;
  for (const [index, { first_page, last_page }] of entriesOf(chapters)) {
    const path = ['chapters', index];
    onPage(last_page, [...path, 'last_page']);
    if (first_page > last_page) {
      book.mistake([...path, 'first_page'], `is ${first_page}, after last_page ${last_page}; swap them`);
    }
    if (first_page <= previous) {
      book.mistake(
        [...path, 'first_page'],
        `is ${first_page}, but the chapter before ends on page ${previous}; list the chapters in order, without overlap`,
      );
    }
    previous = Math.max(previous, last_page);
  }
}

function checkMaterials(book: BookUnderCheck, onPage: OnPage): void {
  const { supplementaries } = book.manifest;
  const all = [...entriesOf(supplementaries)].flatMap(([group, { materials }]) =>
    at(materials, 'supplementaries', group, 'materials'),
  );
  checkKeys(book, all, 'lecture or image');
  for (const [index, { page }] of entriesOf(supplementaries))
    onPage(page, ['supplementaries', index, 'page']);
  for (const [path, material] of all) {
    if (material.type === 'dicom') checkKeys(book, at(material.series, ...path, 'series'), 'series');
    if (material.type !== 'video') continue;
    for (const [markPath, mark] of at(material.marks, ...path, 'marks'))
      onPage(mark.page, [...markPath, 'page']);
    for (const kind of ['captions', 'descriptions'] as const) {
      const languages = new Set<string>();
      for (const [trackPath, { language }] of at(material[kind], ...path, kind)) {
        if (languages.has(language)) {
          book.mistake([...trackPath, 'language'], `is "${language}" a second time; one file a language`);
        }
        languages.add(language);
      }
    }
  }
}

function checkQuizzes(book: BookUnderCheck, pages: number | null, onPage: OnPage): void {
  const { quizzes } = book.manifest;
  checkKeys(book, at(quizzes, 'quizzes'), 'quiz');
  for (const [path, quiz] of at(quizzes, 'quizzes')) {
    onPage(quiz.page, [...path, 'page']);
    checkQuestions(book, [...path, 'questions'], listOf(quiz.questions), { pages });
  }
}

function checkTests(book: BookUnderCheck, pages: number | null, onPage: OnPage): void {
  const { tests } = book.manifest;
  checkKeys(book, at(tests, 'tests'), 'test');
  for (const [path, test] of at(tests, 'tests')) {
    onPage(test.pre_page, [...path, 'pre_page']);
    onPage(test.post_page, [...path, 'post_page']);
    if (test.pre_page > test.post_page) {
      book.mistake(
        [...path, 'pre_page'],
        `is ${test.pre_page}, after post_page ${test.post_page}; the pre-test comes first`,
      );
    }
    const sections = checkKeys(book, at(test.sections, ...path, 'sections'), 'section of this test');
    for (const [sectionPath, section] of at(test.sections, ...path, 'sections')) {
      onPage(section.first_page, [...sectionPath, 'first_page']);
    }
    const used = checkQuestions(book, [...path, 'questions'], listOf(test.questions), { pages, sections });
    for (const [sectionPath, { key }] of at(test.sections, ...path, 'sections')) {
      if (listOf(test.questions).length > 0 && !used.has(key)) {
        book.mistake(sectionPath, `has no question; give one "section: ${key}", or remove the section`);
      }
    }
  }
}

function checkFinalTest(
  book: BookUnderCheck,
  { questions, questions_per_attempt: drawn }: NonNullable<Manifest['final_test']>,
  pages: number | null,
): void {
  const list = listOf(questions);
  checkQuestions(book, ['final_test', 'questions'], list, { pages });
  if (drawn !== undefined && list.length > 0 && drawn > list.length) {
    book.mistake(
      ['final_test', 'questions_per_attempt'],
      `is ${drawn}, more than the final test has; give a number up to ${list.length}`,
    );
  }
}

function checkSurvey(book: BookUnderCheck): void {
  const questions = book.manifest.survey?.questions;
  checkKeys(book, at(questions, 'survey', 'questions'), 'question of the survey');
  for (const [path, question] of at(questions, 'survey', 'questions')) {
    if (question.type === 'open_ended') continue;
    const seen = new Set<string>();
    for (const [index, choice] of question.choices.entries()) {
      if (seen.has(choice)) book.mistake([...path, 'choices', index], `is "${choice}" a second time`);
      seen.add(choice);
    }
  }
}
