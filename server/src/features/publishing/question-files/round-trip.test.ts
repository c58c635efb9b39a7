import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../testing/book-folder.ts';
import {
  toAiken,
  toGift,
  toMoodleXml,
  toQti2,
  toStarredCsv,
  toTeachersCsv,
  toXlsx,
  toYaml,
} from '../../../testing/question-files/dialects.ts';
import { ManifestQuestion } from '../manifest-questions.ts';
import { readQuestionFile } from './read-question-file.ts';
import { writeCsv } from './write-csv.ts';
import { writeQti3 } from './write-qti3.ts';

const FOLDER = process.env.REAL_DATA ?? join(import.meta.dirname, '../../../../../../shared/data');
const REAL = join(FOLDER, 'cardiopulmonary/questions.json');
const hasRealBook = existsSync(REAL);

function realQuestions(): ManifestQuestion[] {
  interface Real {
    question: string;
    choices: string[];
    correct: number;
    section_page: number;
  }
  return (JSON.parse(readFileSync(REAL, 'utf8')) as Real[]).map(
    ({ question, choices, correct, section_page }, index) =>
      ManifestQuestion.parse({
        key: `question-${index + 1}`,
        question,
        page: section_page,
        choices: choices.map((answer, at) => ({ answer, correct: at === correct })),
      }),
  );
}
const withoutPage = ({ page: _page, ...question }: ManifestQuestion) => question;
const problems = (file: { findings: readonly { kind: string }[] }) =>
  file.findings.filter(({ kind }) => kind === 'refused');

describe.skipIf(!hasRealBook)(`the questions of the real book in ${FOLDER}`, () => {
  it.each([
    ['Moodle XML', toMoodleXml],
    ['GIFT', toGift],
    ['Aiken', toAiken],
    ['CSV', toTeachersCsv],
    ['CSV', toStarredCsv],
    ['Excel', toXlsx],
    ['QTI', (questions: ManifestQuestion[]) => toQti2(questions, '2p1')],
    ['QTI', (questions: ManifestQuestion[]) => toQti2(questions, '2p2')],
  ] as const)('are read back from %s as they are (%o)', async (format, write) => {
    const questions = realQuestions();
    const file = await readQuestionFile(write(questions), 'questions');
    expect(problems(file)).toEqual([]);
    expect(file.format).toBe(format);
    expect(file.questions).toHaveLength(138);
    expect(file.questions).toEqual(questions.map(withoutPage));
  });

  it.each([
    ['YAML', toYaml],
    ['CSV', (questions: ManifestQuestion[]) => Buffer.from(writeCsv(questions))],
    ['QTI', (questions: ManifestQuestion[]) => writeQti3(questions, [])],
  ] as const)('are read back from our own %s with their pages', async (format, write) => {
    const questions = realQuestions();
    expect(await readQuestionFile(write(questions), 'questions')).toEqual({
      format,
      questions,
      pictures: [],
      findings: [],
    });
  });
});

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\uFDD0-\uFDEF\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Any text that a question, XML and CSV can all hold. */
const text = (max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.stringMatching(/^[ \n\t=+\-@'"<>&,;*\\$()#A-D.:\u00a0é李]{1,30}$/),
      fc.lorem({ mode: 'sentences', maxCount: 2 }),
    )
    .map((value) => value.replace(UNWRITABLE, '').trim().slice(0, max).trim())
    .filter((value) => value !== '' && !/\p{Surrogate}/u.test(value));
const key = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/);
const imageName = fc.constantFrom('heart.png', 'figures/Lunge 1.png', 'a#b%20.png');
const question = fc
  .record(
    {
      question: text(2000),
      image: imageName,
      justification: text(4000),
      justification_image: imageName,
      page: fc.integer({ min: 1, max: 10_000 }),
      section: key,
      keep_order: fc.boolean(),
      choices: fc
        .uniqueArray(text(600), { minLength: 2, maxLength: 8 })
        .chain((answers) =>
          fc
            .nat(answers.length - 1)
            .map((right) => answers.map((answer, at) => ({ answer, correct: at === right }))),
        ),
    },
    { requiredKeys: ['question', 'choices'] },
  )
  .chain((fields) => key.map((own) => ({ ...fields, key: own })));
const questionLists = fc.uniqueArray(question, { minLength: 1, maxLength: 5, selector: (each) => each.key });

describe('any questions', () => {
  it('are equal after a round trip through QTI 3.0, pictures included', async () => {
    const bytes = await picture(8, 8);
    const pictures = ['heart.png', 'figures/Lunge 1.png', 'a#b%20.png'].map((name) => ({ name, bytes }));
    await fc.assert(
      fc.asyncProperty(questionLists, async (questions) => {
        const file = await readQuestionFile(writeQti3(questions, pictures), 'q.zip');
        expect(file.findings).toEqual([]);
        expect(file.questions).toEqual(questions);
        const named = questions.flatMap((each) => [each.image, each.justification_image]);
        expect(new Set(file.pictures.map(({ name }) => name))).toEqual(
          new Set(named.filter((name) => name !== undefined)),
        );
        for (const each of file.pictures) expect(Buffer.from(each.bytes).equals(bytes)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('are equal after a round trip through CSV', async () => {
    await fc.assert(
      fc.asyncProperty(questionLists, async (questions) => {
        const file = await readQuestionFile(Buffer.from(writeCsv(questions)), 'q.csv');
        expect(file.findings.filter(({ kind }) => kind !== 'check')).toEqual([]);
        expect(file.questions).toEqual(questions);
      }),
      { numRuns: 300 },
    );
  });

  it('are written without cells that a spreadsheet would evaluate', () => {
    fc.assert(
      fc.property(questionLists, (questions) => {
        expect(writeCsv(questions)).not.toMatch(/(?:^|,|\n)"[=+\-@\t\r]/);
      }),
    );
  });

  it('are the same package each time', () => {
    const list = fc.sample(questionLists, { numRuns: 1, seed: 1 })[0] ?? [];
    expect(writeQti3(list, [])).toEqual(writeQti3(list, []));
  });
});
