import { untranslated } from '@vesalius/contract/field-text';
import { entriesOf, type Fields, idOf, isFields, type Value } from '@vesalius/contract/working-copy-document';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';
import type { Actor } from '../../accounts/actor.ts';
import { DamagedAsset, readAsset } from '../assets/copy-asset.ts';
import { ManifestQuestion } from '../manifest-questions.ts';
import type { QuestionPicture } from '../question-files/question-file.ts';
import { writeCsv } from '../question-files/write-csv.ts';
import { writeQti3 } from '../question-files/write-qti3.ts';
import { demandWork } from '../studio/access.ts';
import { withoutIds } from './fill-work.ts';
import { findWork, listWorkFiles } from './work-queries.ts';

/** The maximum size of all pictures of an export, which are in memory while it is written. */
const MAX_PICTURE_BYTES = 200_000_000;

/** One export at a time per process, because of that memory. */
const writing = new WorkQueue({ concurrency: 1, maxWaiting: 6, maxWaitingPerKey: 2, retryAfterSeconds: 5 });

/** Exports the finished questions of one list, or of the whole book. */
export async function exportQuestions(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  workId: string,
  { format, list }: { format: 'qti' | 'csv'; list?: string | undefined },
): Promise<{ bytes: Buffer; name: string; type: string }> {
  await demandWork(db, actor, workId, 'review');
  const work = await findWork(db, workId);
  demand(work, 'not_found');
  const { manifest } = work;
  const homes = homesOf(manifest).filter(({ path }) => list === undefined || path === list);
  const questions = withOwnKeys(homes);
  demand(questions.length > 0, 'not_found');
  const text = (value: Value | undefined) => (typeof value === 'string' && value !== '' ? value : undefined);
  const name = `${text(manifest.slug) ?? 'questions'}-questions`;
  if (format === 'csv')
    return { bytes: Buffer.from(writeCsv(questions)), name: `${name}.csv`, type: 'text/csv; charset=utf-8' };
  const named = new Set(questions.flatMap(picturesOf));
  const files = (await listWorkFiles(db, workId)).filter(({ path }) => named.has(path));
  demand(files.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_PICTURE_BYTES, 'file_too_large');
  const title = homes.length === 1 ? homes[0]?.title : undefined;
  const bytes = await writing.run(async () => {
    const pictures: QuestionPicture[] = [];
    for (const { path, assetHash } of files) {
      const bytes = await readAsset(storage, assetHash).catch((error: unknown) => {
        if (!(error instanceof DamagedAsset)) throw error;
        throw new ProductError('stored_file_damaged', {
          message: `${path} ${error.problem}.`,
          ...{ fields: { file: untranslated(path) }, cause: error },
        });
      });
      pictures.push({ name: path, bytes });
    }
    return writeQti3(questions, pictures, {
      title: title ?? text(manifest.title) ?? 'Questions',
      language: text(manifest.language) ?? 'en',
    });
  }, actor.userId);
  return { bytes: Buffer.from(bytes), name: `${name}.zip`, type: 'application/zip' };
}

interface Home {
  readonly path: string;
  readonly key: string;
  readonly title: string | undefined;
  readonly questions: readonly ManifestQuestion[];
}

function homesOf(manifest: Fields): Home[] {
  const of = (field: 'quizzes' | 'tests') =>
    entriesOf(manifest[field]).map((entry): Home => {
      const key = idOf(entry) ?? '';
      const title = typeof entry.title === 'string' && entry.title !== '' ? entry.title : undefined;
      return { path: `${field}/#${key}/questions`, key, title, questions: finished(entry.questions) };
    });
  const { final_test: last } = manifest;
  const ofLast = isFields(last) ? finished(last.questions) : [];
  return [
    ...of('quizzes'),
    ...of('tests'),
    { path: 'final_test/questions', key: 'final-test', title: undefined, questions: ofLast },
  ];
}

/** Unfinished questions have no form that another system could read. */
const finished = (value: Value | undefined): ManifestQuestion[] =>
  (Array.isArray(value) ? (value as readonly Value[]) : []).flatMap((each) => {
    const parsed = ManifestQuestion.safeParse(withoutIds(each));
    const isWhole =
      parsed.success &&
      parsed.data.choices.filter(({ correct }) => correct).length === 1 &&
      parsed.data.choices.every(({ answer, image }) => answer !== undefined || image !== undefined);
    return isWhole ? [parsed.data] : [];
  });

/** Makes keys unique: they are unique only within their list. */
function withOwnKeys(homes: readonly Home[]): ManifestQuestion[] {
  const seen = new Set<string>();
  return homes.flatMap(({ key: home, questions }) =>
    questions.map((question) => {
      let key = question.key;
      for (let count = 1; seen.has(key); count += 1)
        key = `${`${home}-${question.key}`.slice(0, 74)}${count === 1 ? '' : `-${count}`}`;
      seen.add(key);
      return { ...question, key };
    }),
  );
}

const picturesOf = ({ image, justification_image, choices }: ManifestQuestion): string[] =>
  [image, justification_image, ...choices.map((choice) => choice.image)].filter(
    (name): name is string => name !== undefined,
  );
