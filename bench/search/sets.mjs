/** The sets of questions: each names the pages that answer it. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { built, root } from '../built.mjs';

const { PdfDocument } = await built('features/publishing/pages/pdfium.js');
const { documentFacts } = await built('features/publishing/pages/document-facts.js');
const { readWords, textOfWords } = await built('features/publishing/pages/page-text.js');
const { parse } = createRequire(join(root, 'server/package.json'))('yaml');

/** The texts of a PDF's pages, and its outline. */
async function readPdf(file) {
  const document = await PdfDocument.open(file);
  const { outline } = documentFacts(document);
  const pages = Array.from({ length: document.pageCount }, (_, index) =>
    document.withPage(index + 1, (handle) => textOfWords(readWords(document, handle).words)),
  );
  return { pages, outline };
}

/** The books that docs/search.md measures: those that the demo library gains do not change its numbers. */
const MEASURED = [
  'antimicrobial-therapy',
  'applied-neuroanatomy',
  'chest-radiography',
  'clinical-nephrology',
  'ecg-in-practice',
];

/** Books that no rule and no constant of the search was chosen by. */
const HELD_OUT = ['medicine-at-the-bedside'];
const ARABIC = ['acid-base-arabic'];

export const demoSets = async () => [
  await demoSet('demo', MEASURED),
  await demoSet('demo, held out', HELD_OUT),
  await demoSet('demo, Arabic, held out', ARABIC),
];

/** Books of the demo library, and the questions of their tests: each names one page. */
async function demoSet(name, slugs) {
  const folder = join(root, 'demo');
  const books = [];
  for (const slug of slugs) {
    const pdf = join(folder, slug, 'book.pdf');
    const questions = readdirSync(join(folder, slug, 'questions')).flatMap((file) =>
      parse(readFileSync(join(folder, slug, 'questions', file), 'utf8')),
    );
    books.push({
      slug,
      ...(await readPdf(pdf)),
      questions: questions.map(({ question, page }) => ({
        text: question,
        isRight: (each) => each === page,
      })),
    });
  }
  return { name, books };
}

/**
 * A book of one's own: a folder with `book.pdf`, and with `questions.json`, whose entries name their question and the
 * first page of their section. The right pages are those of the section; pages that print the question are left out.
 */
export async function folderSet(folder) {
  const { pages, outline } = await readPdf(join(folder, 'book.pdf'));
  const entries = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8'));
  const starts = [...new Set(entries.map((entry) => entry.section_page))].sort((a, b) => a - b);
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const asked = entries.map(({ question }) => plain(question).trim());
  const texts = pages.map((text) => (asked.some((each) => plain(text).includes(each)) ? '' : text));
  const questions = entries.map(({ question, section_page: first }) => {
    const end = starts.find((start) => start > first) ?? pages.length + 1;
    return { text: question, isRight: (page) => page >= first && page < end };
  });
  return { name: folder, books: [{ slug: 'own', pages: texts, outline, questions }] };
}
