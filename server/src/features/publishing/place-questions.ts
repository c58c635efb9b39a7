import { isOrdered } from '../assessments/choice-order.ts';
import { questionPictureOf } from './assets/pictures.ts';
import type { Manifest } from './manifest.ts';
import type { ManifestQuestion } from './manifest-questions.ts';
import type { ReleaseSource } from './releases/release-source.ts';

export interface ChoiceRow {
  /** What identifies the choice at the next import. */
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

/** Makes the pictures of all questions. */
export async function placeQuestions(source: ReleaseSource): Promise<PlacedQuestions> {
  const { manifest } = source;
  const lists = async (holders: readonly { questions: ManifestQuestion[] | string }[]) => {
    const rows = [];
    for (const { questions } of holders) rows.push(await rowsOf(questions, source));
    return rows;
  };
  return {
    quizzes: await lists(manifest.quizzes),
    tests: await lists(manifest.tests),
    finalTest: await rowsOf(manifest.final_test?.questions ?? [], source),
  };
}

async function rowsOf(
  questions: Manifest['quizzes'][number]['questions'],
  source: ReleaseSource,
): Promise<QuestionRow[]> {
  // Question files were read together with the folder.
  if (typeof questions === 'string') throw new Error(`the questions of ${questions} were not read`);
  const picture = (file: string) => questionPictureOf(source, source.assetOf(file), source);
  const keyOf = async (file: string | undefined) => (file ? (await picture(file)).storageKey : null);
  const rows: QuestionRow[] = [];
  for (const question of questions) {
    const choices: ChoiceRow[] = [];
    for (const { answer, image, correct } of question.choices) {
      const shown = image ? await picture(image) : null;
      // A picture that was taken over from an earlier release has the identity of the original.
      const identity = answer ?? shown?.facts.identity ?? `picture ${source.assetOf(image ?? '')}`;
      const imageKey = shown?.storageKey ?? null;
      choices.push({ identity: String(identity), answer: answer ?? '', imageKey, correct });
    }
    rows.push({
      key: question.key,
      question: question.question,
      imageKey: await keyOf(question.image),
      justification: question.justification ?? '',
      justificationImageKey: await keyOf(question.justification_image),
      page: question.page ?? null,
      section: question.section ?? null,
      keepChoiceOrder: question.keep_order ?? isOrdered(choices.map(({ answer }) => answer)),
      choices,
    });
  }
  return rows;
}
