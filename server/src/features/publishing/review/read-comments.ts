import type { WorkComment } from '@vesalius/contract/work-comments';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { findPreviewRuns, findWorkRuns, listComments } from './comment-queries.ts';
import { pageOfPlace } from './page-of-place.ts';
import { listPreviewLectures, listPreviewQuestions } from './place-queries.ts';

/** With the pages as the preview numbers them now. */
export async function readComments(
  db: Db,
  actor: Actor,
  workId: string,
): Promise<{ comments: WorkComment[] }> {
  await demandWork(db, actor, workId, 'review');
  const [rows, shown, lectures, questions] = await Promise.all([
    listComments(db, workId),
    findPreviewRuns(db, workId),
    listPreviewLectures(db, workId),
    listPreviewQuestions(db, workId),
  ]);
  // A preview goes after a day; the pages of the working copy stay.
  const runs = shown ?? (await findWorkRuns(db, workId)) ?? [];
  const comments = rows.map((row): WorkComment => {
    const lecture = lectures.find(({ key }) => key === row.materialKey);
    const question = questions.find(
      ({ key, listKind, listKey }) =>
        key === row.questionKey && listKind === row.listKind && listKey === row.listKey,
    );
    const page =
      row.pageSet && row.pageOfSet ? pageOfPlace(runs, { set: row.pageSet, page: row.pageOfSet }) : null;
    return {
      ...{ id: row.id, answers: row.answers, text: row.text, user_name: row.userName },
      is_own: row.userId === actor.userId,
      // A lecture and a question may be moved to another page.
      page: lecture?.page ?? question?.page ?? page,
      was_page: row.wasPage,
      quote: row.quote ? { text: row.quote, before: row.quoteBefore, after: row.quoteAfter } : null,
      lecture:
        row.second === null
          ? null
          : { id: lecture?.id ?? null, title: lecture?.title ?? row.thingTitle, second: row.second },
      question: row.listKind && {
        ...{ id: question?.id ?? null, title: question?.title ?? row.thingTitle },
        ...{ kind: row.listKind, list_id: question?.listId ?? null },
      },
      made_at: row.madeAt.toISOString(),
      settled_at: row.settledAt?.toISOString() ?? null,
      settled_by: row.settledBy,
    };
  });
  return { comments };
}
