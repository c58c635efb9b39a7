import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream, StandardFonts } from 'pdf-lib';

export const CORRECTED_PAGE = 212;
/** The page before which new ones are inserted: the middle of the book. */
export const MIDDLE = 226;
export const INSERTED = 10;
const TYPO = ['sythnetic', 'synthetic'] as const;

interface Given {
  readonly section: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly correct: number;
  readonly section_page: number;
}
export interface DeskFiles {
  /** With a typo, corrected, and corrected with ten pages in the middle. */
  readonly pdfs: { readonly first: string; readonly corrected: string; readonly longer: string };
  /** GIFT: it names no pages. */
  readonly finalTest: { readonly file: string; readonly count: number };
  /** CSV: each question with its page. */
  readonly quizzes: { readonly file: string; readonly pages: readonly number[] };
  readonly slices: readonly string[];
  /** The right answer of each question. */
  readonly answers: ReadonlyMap<string, string>;
}

/** What a publisher has of the book: its PDF in three states, two files of questions, a study. */
export async function writeDeskFiles(material: string, folder: string): Promise<DeskFiles> {
  const source = join(material, 'cardiopulmonary');
  const given: Given[] = JSON.parse(readFileSync(join(source, 'questions.json'), 'utf8'));
  const pdf = readFileSync(join(source, 'book.pdf'));
  const write = (name: string, content: Uint8Array | string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  // A quiz for every third section, of its first question; all others are for the final test.
  const sections = [...new Set(given.map(({ section_page }) => section_page))].toSorted((a, b) => a - b);
  const pages = sections.filter((_page, index) => index % 3 === 0);
  const ofQuizzes = pages.flatMap((page) => given.find(({ section_page }) => section_page === page) ?? []);
  const ofFinalTest = given.filter((question) => !ofQuizzes.includes(question));
  const slices = (await readdir(join(material, 'cranium-ct'))).toSorted();
  return {
    pdfs: {
      first: write('first.pdf', await withTypo(pdf)),
      corrected: join(source, 'book.pdf'),
      longer: write('longer.pdf', await withNewPages(pdf)),
    },
    finalTest: { file: write('final-test.gift', toGift(ofFinalTest)), count: ofFinalTest.length },
    quizzes: { file: write('quizzes.csv', toCsv(ofQuizzes)), pages },
    slices: slices.map((name) => join(material, 'cranium-ct', name)),
    answers: new Map(given.map(({ question, choices, correct }) => [question, choices[correct] ?? ''])),
  };
}

/** Its fonts name a glyph by the number of its letter, less 29. */
const glyphs = (word: string): string =>
  [...word].map((letter) => (letter.charCodeAt(0) - 29).toString(16).toUpperCase().padStart(4, '0')).join('');

async function withTypo(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes);
  const { node } = pdf.getPage(CORRECTED_PAGE - 1);
  const content = node.Contents();
  if (!(content instanceof PDFRawStream)) throw new Error('the page has no single content stream');
  const text = Buffer.from(decodePDFRawStream(content).decode()).toString('latin1');
  const [wrong, right] = TYPO;
  const changed = text.replace(glyphs(right), glyphs(wrong));
  if (changed === text) throw new Error(`the page does not say ${right}`);
  const stream = pdf.context.flateStream(Buffer.from(changed, 'latin1'));
  node.set(PDFName.of('Contents'), pdf.context.register(stream));
  return pdf.save();
}

async function withNewPages(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= INSERTED; number += 1) {
    const page = pdf.insertPage(MIDDLE - 2 + number, [612, 792]);
    const lines = [
      `Case ${number} of the supplement to this chapter`,
      `Patient number ${number * 7} came to the ward on day ${number * 3} of the observation.`,
      `Pressure was measured ${number + 2} times, and was ${90 + number} over ${50 + number} on average.`,
    ];
    for (const [index, line] of lines.entries())
      page.drawText(line, { x: 72, y: 700 - index * 24, size: 12, font });
  }
  return pdf.save();
}

function toGift(questions: readonly Given[]): string {
  const escaped = (text: string) => text.replace(/[~=#{}:\\]/g, (sign) => `\\${sign}`);
  return questions
    .map(({ question, choices, correct }, index) => {
      const answers = choices.map((each, place) => `\t${place === correct ? '=' : '~'}${escaped(each)}`);
      return `::final-${index + 1}::${escaped(question)}{\n${answers.join('\n')}\n}\n`;
    })
    .join('\n');
}

function toCsv(questions: readonly Given[]): string {
  const cell = (text: string | number) => `"${String(text).replaceAll('"', '""')}"`;
  const rows = questions.map(({ question, choices, correct, section_page }, index) => [
    ...[`section-${index + 1}`, question, ...[0, 1, 2, 3].map((place) => choices[place] ?? '')],
    ...['ABCD'.charAt(correct), section_page],
  ]);
  const head = ['key', 'question', 'A', 'B', 'C', 'D', 'correct', 'page'];
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n');
}
