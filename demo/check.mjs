/**
 * Validates every book folder of the demo library: the manifest against the importer's own schema, and what the
 * schema cannot see: files, pages, keys, one right answer, captions, DICOM, size. `node demo/check.mjs [slug ...]`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from 'pdf-lib';
import { rolldown } from 'rolldown';
import { parse } from 'yaml';
import { demoFolder, slugs } from './tools/series.mjs';
import { sampleProvider } from './tools/words.mjs';

const dicomParser = createRequire(import.meta.url)('dicom-parser');
const schemaFile = fileURLToPath(new URL('../server/src/features/publishing/manifest.ts', import.meta.url));
const sizeLimit = 60 * 1024 * 1024;

/** The importer's schema is TypeScript: bundled in memory and imported from there. */
async function readSchema() {
  const bundle = await rolldown({ input: schemaFile, platform: 'node', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

const { Manifest, ManifestQuestion } = await readSchema();

function dicomProblems(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.dcm'));
  const problems = files.length < 2 ? ['has fewer than two images'] : [];
  const places = new Set();
  const uids = new Set();
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    const set = dicomParser.parseDicom(new Uint8Array(bytes));
    const size = set.uint16('x00280010') * set.uint16('x00280011') * 2;
    if (set.elements.x7fe00010?.length !== size)
      problems.push(`${file}: pixel data is not rows x columns x 2`);
    if (set.string('x00100010') || set.string('x00100020') || set.string('x00100030'))
      problems.push(`${file}: names a patient`);
    if (set.string('x00120062') !== 'YES' || set.string('x00280301') !== 'NO')
      problems.push(`${file}: identity flags`);
    if (!set.string('x00080018')?.startsWith('2.25.')) problems.push(`${file}: UID root`);
    if (set.string('x00080018') !== set.string('x00020003'))
      problems.push(`${file}: UID differs from the file meta`);
    if (!['CT', 'MR'].includes(set.string('x00080060'))) problems.push(`${file}: modality`);
    if (set.string('x00080060') === 'CT' && set.string('x00281052') !== '-1024')
      problems.push(`${file}: rescale intercept`);
    places.add(set.string('x00200032'));
    uids.add(set.string('x00080018'));
  }
  if (places.size !== files.length || uids.size !== files.length) problems.push('positions or UIDs repeat');
  return problems;
}

function captionProblems(path) {
  const text = readFileSync(path, 'utf8');
  const times = [...text.matchAll(/(\d+):(\d+):([\d.]+) --> (\d+):(\d+):([\d.]+)/g)].map((match) =>
    match.slice(1).map(Number),
  );
  const inOrder = times.every(([h, m, s, h2, m2, s2]) => h * 3600 + m * 60 + s < h2 * 3600 + m2 * 60 + s2);
  return text.startsWith('WEBVTT') && times.length > 3 && inOrder ? [] : ['is not a sound caption file'];
}

async function checkBook(slug) {
  const folder = join(demoFolder, slug);
  const problems = [];
  const say = (where, what) => problems.push(`${where}: ${what}`);
  if (!existsSync(join(folder, 'book.yaml'))) return { problems: ['book.yaml is missing'] };
  const parsed = Manifest.safeParse(parse(readFileSync(join(folder, 'book.yaml'), 'utf8')));
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map((issue) => `book.yaml ${issue.path.join('.')}: ${issue.message}`),
    };
  }
  const book = parsed.data;
  const file = (path) => {
    const there = existsSync(join(folder, path));
    if (!there) say(path, 'no such file');
    return there;
  };
  if (book.slug !== slug) say('slug', 'differs from the folder');
  file(book.cover);
  for (const path of book.samples) file(path);
  for (const each of book.packages) if (each.image) file(each.image);
  for (const each of book.programs) if (each.photo) file(each.photo);
  for (const person of [...book.faculty, ...book.senior_editors]) if (person.photo) file(person.photo);

  const pageCount = file(book.pdf)
    ? (await PDFDocument.load(readFileSync(join(folder, book.pdf)))).getPageCount()
    : 0;
  const page = (number, where) => {
    if (number !== undefined && number > pageCount) say(where, `page ${number} of ${pageCount}`);
  };
  const typeset = JSON.parse(readFileSync(join(folder, 'source', 'pages.json'), 'utf8'));
  if (typeset.number_of_pages !== pageCount) say('pages.json', 'was written for another PDF');
  for (const [index, chapter] of book.chapters.entries()) {
    page(chapter.last_page, chapter.key);
    const printed = typeset.chapters[index];
    if (printed && (printed.first_page !== chapter.first_page || printed.last_page !== chapter.last_page)) {
      say(
        chapter.key,
        `pages ${chapter.first_page}-${chapter.last_page}, printed ${printed.first_page}-${printed.last_page}`,
      );
    }
    const next = book.chapters[index + 1];
    if (chapter.first_page > chapter.last_page || (next && next.first_page <= chapter.last_page))
      say(chapter.key, 'pages overlap');
  }
  const keys = new Map();
  const key = (kind, value) => {
    if (keys.get(`${kind} ${value}`)) say(value, `${kind} key used twice`);
    keys.set(`${kind} ${value}`, true);
  };
  for (const chapter of book.chapters) key('chapter', chapter.key);

  for (const group of book.supplementaries) {
    page(group.page, 'supplementaries');
    for (const material of group.materials) {
      key('material', material.key);
      for (const image of material.images ?? []) file(image.file);
      for (const series of material.series ?? []) {
        key('series', series.key);
        if (file(series.folder))
          for (const problem of dicomProblems(join(folder, series.folder))) say(series.key, problem);
      }
      if (material.type !== 'video') continue;
      file(material.file);
      if (material.poster) file(material.poster);
      for (const caption of material.captions) {
        if (file(caption.file))
          for (const problem of captionProblems(join(folder, caption.file))) say(caption.file, problem);
      }
      for (const mark of material.marks) page(mark.page, material.key);
    }
  }

  const texts = new Set();
  let questionCount = 0;
  const questions = (list, where, sections) => {
    const items =
      typeof list === 'string' ? (file(list) ? parse(readFileSync(join(folder, list), 'utf8')) : []) : list;
    for (const item of items) {
      questionCount += 1;
      const checked = ManifestQuestion.safeParse(item);
      if (!checked.success) {
        for (const issue of checked.error.issues)
          say(`${where} ${item.key} ${issue.path.join('.')}`, issue.message);
        continue;
      }
      const question = checked.data;
      key('question', question.key);
      const words = question.question.toLowerCase();
      if (texts.has(words)) say(question.key, 'the same question stands elsewhere');
      texts.add(words);
      if (question.choices.filter((choice) => choice.correct).length !== 1)
        say(question.key, 'not exactly one right answer');
      if (
        new Set(question.choices.map((choice) => choice.answer ?? choice.image)).size !==
        question.choices.length
      )
        say(question.key, 'a choice stands twice');
      if (!question.justification || !question.page) say(question.key, 'no justification or page');
      page(question.page, question.key);
      for (const path of [
        question.image,
        question.justification_image,
        ...question.choices.map((choice) => choice.image),
      ]) {
        if (path) file(path);
      }
      if (sections && !sections.includes(question.section))
        say(question.key, `no section ${question.section}`);
    }
  };
  for (const quiz of book.quizzes) {
    key('quiz', quiz.key);
    page(quiz.page, quiz.key);
    questions(quiz.questions, quiz.key);
  }
  for (const test of book.tests) {
    key('test', test.key);
    page(test.post_page, test.key);
    if (test.pre_page > test.post_page) say(test.key, 'post before pre');
    for (const section of test.sections) page(section.first_page, `${test.key} ${section.key}`);
    questions(
      test.questions,
      test.key,
      test.sections.map((section) => section.key),
    );
  }
  if (book.final_test) questions(book.final_test.questions, 'final test');
  if (book.certificate) {
    const {
      provider,
      accreditation_statement: statement,
      designation_statement: designation,
    } = book.certificate;
    if (provider !== sampleProvider) say('certificate', `the provider is not "${sampleProvider}"`);
    if (!/^(Sample|نموذج)/.test(statement ?? '') || designation)
      say('certificate', 'a demo book claims no accreditation: its statement says that it is a sample');
  }
  const materials = book.supplementaries.flatMap((group) => group.materials);
  const count = (type) => materials.filter((material) => material.type === type).length;
  return {
    problems,
    said: `${pageCount} pages, ${book.chapters.length} chapters, ${count('video')} videos, ${count('image')} image sets, ${count('dicom')} DICOM, ${questionCount} questions`,
  };
}

function folderSize(path) {
  return readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum +
      (entry.isDirectory() ? folderSize(join(path, entry.name)) : statSync(join(path, entry.name)).size),
    0,
  );
}

let failed = false;
const chosen = process.argv.length > 2 ? process.argv.slice(2) : slugs;
for (const slug of chosen) {
  const { problems, said } = await checkBook(slug);
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${slug}  ${said ?? ''}`);
  for (const problem of problems) console.log(`        ${problem}`);
  failed ||= problems.length > 0;
}
const size = folderSize(demoFolder);
console.log(`${(size / 1048576).toFixed(1)} MB in demo/`);
if (size > sizeLimit) {
  console.log(`        more than ${sizeLimit / 1048576} MB`);
  failed = true;
}
process.exitCode = failed ? 1 : 0;
