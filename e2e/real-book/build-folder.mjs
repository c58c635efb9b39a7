/**
 * Makes a book folder of real material: the 450-page textbook, its questions and figures, and the CT series that
 * stand beside the project in `../shared/data`. `node e2e/real-book/build-folder.mjs <target folder>`.
 *
 * The material is for trials only and is never part of the project. Where it is missing, `findMaterial` says null,
 * and what depends on it is to be skipped, visibly.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { stringify } from 'yaml';

const PAGES = 450;
const FINAL_QUESTIONS = 40;
const TEST_QUESTIONS = 12;
const SCAN_PAGE = 270;

/**
 * What the files of the material hold.
 * @typedef {{ number: number, title: string, first_page: number, last_page: number,
 *   sections: { title: string, page: number }[] }} Chapter
 * @typedef {{ chapter: number, title: string, caption: string, file: string }} Figure
 * @typedef {{ chapter: number, section: string, question: string, choices: string[], correct: number,
 *   section_page: number }} GivenQuestion
 */
/** @typedef {ReturnType<typeof toQuestion>} Question */
/** @typedef {{ questions: readonly unknown[] }} WithQuestions */

/** The folder with the material; null on a machine without it. @returns {string | null} */
export function findMaterial(
  folder = process.env.REAL_DATA ?? join(import.meta.dirname, '../../../shared/data'),
) {
  return existsSync(join(folder, 'cardiopulmonary', 'book.pdf')) ? resolve(folder) : null;
}

/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

/**
 * Writes the folder and returns what a journey needs: the manifest and the right answer of each question.
 * @param {string} target
 * @param {string | null} [material]
 */
export async function buildRealBook(target, material = findMaterial()) {
  if (!material) throw new Error('the real material does not exist on this machine');
  const source = join(material, 'cardiopulmonary');
  /** @param {string} name */
  const read = (name) => JSON.parse(readFileSync(join(source, name), 'utf8'));
  /** @type {Chapter[]} */
  const chapters = read('chapters.json');
  /** @type {Figure[]} */
  const figures = read('figures.json');
  /** @type {GivenQuestion[]} */
  const given = read('questions.json');
  const questions = given.map(toQuestion);

  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'figures'), { recursive: true });
  cpSync(join(source, 'book.pdf'), join(target, 'book.pdf'));
  cpSync(join(material, 'cranium-ct'), join(target, 'dicom', 'cranium'), { recursive: true });
  for (const { file } of figures) cpSync(join(source, file), join(target, file));
  await drawCover(join(source, figures[5]?.file ?? ''), join(target, 'cover.webp'));

  const shares = shareOut(chapters, questions);
  const manifest = {
    slug: 'cardiopulmonary-anatomy',
    edition: '2e',
    title: 'The Cardiovascular, Lymphatic and Respiratory Systems',
    author: 'J. G. Betts, P. Desaix, E. Johnson',
    category: 'Anatomy and Physiology',
    price: 149,
    release_date: '2026-02-02',
    pdf: 'book.pdf',
    cover: 'cover.webp',
    front_matter: { first_page: 1, last_page: 2 },
    samples: figures.slice(0, 3).map(({ file }) => file),
    brief: 'Blood, heart, vessels, lymph and lungs: five chapters of a textbook of anatomy and physiology.',
    learning_objectives: chapters.map(({ title }) => `Explain: ${title}`),
    reading_hours: 40,
    chapters: chapters.map(({ number, title, first_page, last_page }) => ({
      key: `chapter-${number}`,
      title: `${number} ${title}`,
      first_page,
      last_page,
    })),
    supplementaries: supplementaries(chapters, figures),
    quizzes: shares.quizzes,
    tests: shares.tests,
    final_test: { note: 'Forty questions on all five chapters.', questions: shares.final },
    survey,
    certificate: {
      title: 'Certificate of Participation',
      description: 'Cardiovascular, lymphatic and respiratory anatomy and physiology',
      hours_of_participation: 40,
      credits: 20,
    },
  };
  writeFileSync(join(target, 'book.yaml'), stringify(manifest, { lineWidth: 0 }));
  return {
    manifest,
    answers: new Map(
      given.map(({ question, choices, correct }) => [question, /** @type {string} */ (choices[correct])]),
    ),
  };
}

/**
 * @param {GivenQuestion} given
 * @param {number} index
 */
function toQuestion({ chapter, section, question, choices, correct, section_page }, index) {
  return {
    key: `q-${String(index + 1).padStart(3, '0')}`,
    question,
    justification: `See "${section}", from page ${section_page}.`,
    page: section_page,
    section: slug(section),
    choices: choices.map((answer, position) => ({
      answer,
      ...(position === correct ? { correct: true } : {}),
    })),
    chapter,
  };
}

/**
 * Uses every question once: chapter tests and the final test first, quizzes get the rest by section.
 * @param {Chapter[]} chapters
 * @param {Question[]} all
 */
function shareOut(chapters, all) {
  /** @param {Question} question */
  const bare = ({ chapter: _chapter, section: _section, ...question }) => question;
  const finalEach = FINAL_QUESTIONS / chapters.length;
  /** @type {(WithQuestions & Record<string, unknown>)[]} */
  const tests = [];
  /** @type {(WithQuestions & Record<string, unknown>)[]} */
  const quizzes = [];
  /** @type {Omit<Question, 'chapter' | 'section'>[]} */
  const final = [];
  for (const { number, title, first_page, last_page, sections } of chapters) {
    const own = all.filter(({ chapter }) => chapter === number);
    // Taken alternately, so that both the final test and the chapter test cover all sections.
    const forFinal = own.filter((_question, index) => index % 2 === 1).slice(0, finalEach);
    const left = own.filter((question) => !forFinal.includes(question));
    const forTest = left.filter((_question, index) => index % 2 === 0).slice(0, TEST_QUESTIONS);
    const rest = left.filter((question) => !forTest.includes(question));
    final.push(...forFinal.map(bare));
    const used = new Set(forTest.map(({ section }) => section));
    tests.push({
      key: `chapter-${number}`,
      title,
      is_mandatory: number === chapters[0]?.number,
      pre_page: first_page,
      post_page: last_page,
      sections: sections
        .filter((section) => used.has(slug(section.title)))
        .map((section) => ({ key: slug(section.title), name: section.title, first_page: section.page })),
      questions: forTest.map(({ chapter: _chapter, ...question }) => question),
    });
    for (const section of sections) {
      const ofSection = rest.filter((question) => question.section === slug(section.title));
      if (ofSection.length === 0) continue;
      quizzes.push({
        key: `${number}-${slug(section.title)}`.slice(0, 80),
        page: section.page,
        title: section.title,
        questions: ofSection.map(bare),
      });
    }
  }
  return { tests, quizzes, final };
}

/**
 * The figures of a chapter are assigned to the pages of its sections in turn; the scan belongs to the chapter on
 * vessels.
 * @param {Chapter[]} chapters
 * @param {Figure[]} figures
 */
function supplementaries(chapters, figures) {
  /** @type {Map<number, { type: string, title: string }[]>} */
  const groups = new Map();
  /** @type {(page: number, entry: { key: string, type: string, title: string } & Record<string, unknown>) => void} */
  const add = (page, entry) => groups.set(page, [...(groups.get(page) ?? []), entry]);
  for (const { number, sections } of chapters) {
    const own = figures.filter(({ chapter }) => chapter === number);
    for (const [index, { title, caption, file }] of own.entries()) {
      add(sections[index % sections.length]?.page ?? 1, {
        key: `figure-${number}-${index + 1}`,
        type: 'image',
        title,
        description: caption,
        images: [{ file, caption: caption.slice(0, 900), alt: `${title}. ${caption}`.slice(0, 900) }],
      });
    }
  }
  add(SCAN_PAGE, {
    key: 'cranium-ct',
    type: 'dicom',
    title: 'CT of the head',
    description: 'Axial slices from the base of the skull upwards.',
    diagnosis: 'Normal anatomy.',
    series: [{ key: 'axial', title: 'Axial', folder: 'dicom/cranium' }],
    identifying_attributes: 'remove',
  });
  return [...groups].sort(([a], [b]) => a - b).map(([page, materials]) => ({ page, materials }));
}

const survey = {
  title: 'Your opinion of this book',
  questions: [
    {
      key: 'overall',
      question: 'How do you rate the book as a whole?',
      type: 'rating',
      choices: ['Excellent', 'Good', 'Fair', 'Poor'],
    },
    {
      key: 'bias',
      question: 'Was the content free of commercial bias?',
      type: 'mcq',
      choices: ['Yes', 'No'],
    },
    {
      key: 'change',
      question: 'Which of these will you do differently?',
      type: 'mcq',
      single_choice: false,
      choices: ['Teaching', 'Examination of patients', 'Reading of images'],
    },
    { key: 'comment', question: 'What should be better in the next edition?', type: 'open_ended' },
  ],
};

/**
 * @param {string} figure
 * @param {string} target
 */
async function drawCover(figure, target) {
  const width = 900;
  const height = 1200;
  const picture = await sharp(figure).resize({ width: 760, height: 620, fit: 'inside' }).toBuffer();
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g font-family="sans-serif" fill="#fff"><text x="70" y="170" font-size="62" font-weight="bold">Heart, Vessels,</text>
    <text x="70" y="245" font-size="62" font-weight="bold">Lymph and Lungs</text>
    <text x="70" y="1120" font-size="34">Anatomy and Physiology</text></g></svg>`;
  await sharp({ create: { width, height, channels: 3, background: '#1d3f5e' } })
    .composite([
      { input: picture, left: 70, top: 340 },
      { input: Buffer.from(text), left: 0, top: 0 },
    ])
    .webp()
    .toFile(target);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , target] = process.argv;
  if (!target) {
    console.error('Usage: node e2e/real-book/build-folder.mjs <target folder>');
    process.exit(64);
  }
  if (!findMaterial()) {
    console.log('SKIPPED: the real material (../shared/data) is not on this machine');
  } else {
    const { manifest } = await buildRealBook(resolve(target));
    /** @param {readonly WithQuestions[]} list */
    const count = (list) => list.reduce((sum, { questions }) => sum + questions.length, 0);
    console.log(
      `${target}: ${PAGES} pages, ${manifest.quizzes.length} quizzes (${count(manifest.quizzes)} questions), ` +
        `${manifest.tests.length} tests (${count(manifest.tests)}), final test (${manifest.final_test.questions.length})`,
    );
  }
}
