import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isOrdered } from '../assessments/choice-order.ts';
import type { Manifest, ManifestQuestion } from './manifest.ts';
import type { FilePlacer } from './place-files.ts';

export interface ChoiceRow {
  /** What it is recognised by at the next import. */
  readonly identity: string;
  readonly answer: string;
  readonly imageKey: string | null;
  readonly correct: boolean;
}
export interface QuestionRow {
  readonly key: string;
  readonly question: string;
  readonly imageKey: string | null;
  readonly justification: string;
  readonly justificationImageKey: string | null;
  readonly page: number | null;
  readonly section: string | null;
  readonly keepChoiceOrder: boolean;
  readonly choices: readonly ChoiceRow[];
}
export interface PlacedQuestions {
  readonly quizzes: readonly (readonly QuestionRow[])[];
  readonly tests: readonly (readonly QuestionRow[])[];
  readonly finalTest: readonly QuestionRow[];
}

/** Stores the pictures of all questions, in the order of the manifest. */
export async function placeQuestions(manifest: Manifest, placer: FilePlacer): Promise<PlacedQuestions> {
  const quizzes = [];
  for (const { questions } of manifest.quizzes) quizzes.push(await rowsOf(questions, placer));
  const tests = [];
  for (const { questions } of manifest.tests) tests.push(await rowsOf(questions, placer));
  return { quizzes, tests, finalTest: await rowsOf(manifest.final_test?.questions ?? [], placer) };
}

async function rowsOf(questions: ManifestQuestion[] | string, placer: FilePlacer): Promise<QuestionRow[]> {
  // Lists in files were taken in when the folder was read.
  if (typeof questions === 'string') throw new Error(`the questions of ${questions} were not read`);
  const picture = async (file: string | undefined) => (file ? placer.questionPicture(file) : null);
  const rows: QuestionRow[] = [];
  for (const question of questions) {
    const choices: ChoiceRow[] = [];
    for (const { answer, image, correct } of question.choices) {
      const identity = answer ?? (await hashOf(placer.pathOf(image!)));
      choices.push({ identity, answer: answer ?? '', imageKey: await picture(image), correct });
    }
    rows.push({
      key: question.key,
      question: question.question,
      imageKey: await picture(question.image),
      justification: question.justification ?? '',
      justificationImageKey: await picture(question.justification_image),
      page: question.page ?? null,
      section: question.section ?? null,
      keepChoiceOrder: question.keep_order ?? isOrdered(choices.map(({ answer }) => answer)),
      choices,
    });
  }
  return rows;
}

async function hashOf(path: string): Promise<string> {
  return `picture ${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')}`;
}
