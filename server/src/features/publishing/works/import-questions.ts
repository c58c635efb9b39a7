import { basename } from 'node:path';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { ImportTarget, QuestionFilePreview } from '@vesalius/contract/work-questions';
import type { Outcome } from '@vesalius/contract/working-copy-merge';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { findOwnUpload } from '../../../platform/resumable/upload-queries.ts';
import type { Actor } from '../../accounts/actor.ts';
import { touchAsset } from '../assets/asset-queries.ts';
import { assetKey, storeAssetBytes } from '../assets/store-asset.ts';
import type { ManifestQuestion } from '../manifest-questions.ts';
import { MAX_FILE_BYTES } from '../question-files/apart-protocol.ts';
import { type QuestionFile, refusedFile } from '../question-files/question-file.ts';
import { readQuestionFileApart } from '../question-files/read-question-file-apart.ts';
import { demandWork } from '../studio/access.ts';
import { fileNamed, safeName } from './add-work-file.ts';
import { makeChanges } from './change-work.ts';
import { lockWorkFor } from './lock-work-for.ts';
import { type ImportMode, placeImported } from './place-imported.ts';

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;
/** The child's program, if it is not beside the server (tests run from the sources). */
export interface ReadOptions {
  readonly childProgram?: string;
}

/** Reads the questions of the actor's own upload; changes nothing. */
export async function readUploadedQuestions(
  deps: ImportDeps,
  actor: Actor,
  workId: string,
  uploadId: string,
  options: ReadOptions = {},
): Promise<QuestionFilePreview> {
  await demandWork(deps.db, actor, workId, 'edit');
  const { format, questions, pictures, findings } = await readUpload(deps, actor, uploadId, options);
  return {
    format,
    questions: [...questions],
    pictures: pictures.map(({ name }) => name),
    findings: [...findings],
  };
}

/**
 * Adds the questions of the actor's own upload to a quiz or test: one change, with their pictures as files of the
 * work.
 */
export async function importQuestions(
  deps: ImportDeps,
  actor: Actor,
  workId: string,
  wish: { id: string; uploadId: string; target: ImportTarget; mode: ImportMode },
  options: ReadOptions = {},
): Promise<{ outcome: Outcome; taken: number }> {
  await demandWork(deps.db, actor, workId, 'edit');
  const file = await readUpload(deps, actor, wish.uploadId, options);
  demand(file.questions.length > 0, 'invalid', { upload_id: VALUE_MESSAGES.notAccepted });
  const stored: { name: string; assetHash: string }[] = [];
  for (const { name, bytes } of file.pictures)
    stored.push({ name, assetHash: await storeAssetBytes(deps, bytes, null) });
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    const paths = new Map<string, string>();
    for (const { name, assetHash } of stored) {
      demand(await touchAsset(tx, assetHash, now), 'upload_gone');
      const { path } = await fileNamed(tx, workId, {
        path: `${FOLDER}/${safeName(basename(name))}`,
        ...{ assetHash, originalName: basename(name), addedBy: actor.userId, now },
      });
      paths.set(name, path);
    }
    const questions = file.questions.map((question) => withPictures(question, paths));
    const operations = placeImported(work.manifest, wish.target, wish.mode, questions);
    demand(operations, 'invalid', { target: VALUE_MESSAGES.notAccepted });
    const [outcome] = await makeChanges(
      tx,
      work,
      { actor, base: work.version, changes: [{ id: wish.id, operations }] },
      now,
    );
    demand(outcome, 'invalid');
    return { outcome, taken: questions.length };
  });
}
const FOLDER = 'questions';

async function readUpload(
  { db, clock, storage }: ImportDeps,
  actor: Actor,
  uploadId: string,
  options: ReadOptions,
): Promise<QuestionFile> {
  const upload = await findOwnUpload(db, uploadId, actor.userId);
  demand(upload, 'not_found');
  demand(upload.state === 'finished' && upload.hash, 'upload_not_finished');
  const key = assetKey(upload.hash);
  // Keeps the upload for another day, in which it can be imported.
  demand(await touchAsset(db, upload.hash, clock.now()), 'upload_gone');
  const known = await storage.find(key);
  demand(known, 'upload_gone');
  if (known.size > MAX_FILE_BYTES)
    return refusedFile(null, 'The file is larger than 50 MB, which no file of questions is.');
  return readQuestionFileApart(() => readBytes(storage, key), upload.name, {
    sender: actor.userId,
    ...options,
  });
}

async function readBytes(storage: Storage, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of storage.read(key)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Replaces picture names by the files of the work that the pictures became. */
function withPictures(question: ManifestQuestion, paths: ReadonlyMap<string, string>): ManifestQuestion {
  const named = <Name extends string>(field: Name, name: string | undefined) =>
    name === undefined ? {} : ({ [field]: paths.get(name) ?? name } as Record<Name, string>);
  return {
    ...question,
    ...named('image', question.image),
    ...named('justification_image', question.justification_image),
    choices: question.choices.map((choice) => ({ ...choice, ...named('image', choice.image) })),
  };
}
