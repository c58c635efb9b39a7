import type { JobHandlers } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { mailPerson } from '../../accounts/mail/mail-person.ts';
import { mailSubscriber } from '../../accounts/mail/mail-subscriber.ts';
import { reviewLetters } from '../jobs.ts';
import { PageComparisons } from '../page-moves/read-page-moves.ts';
import { findPower, stillEdits } from '../studio/access.ts';
import { findAccount } from '../studio/access-queries.ts';
import { findVoid } from './approval-queries.ts';
import { findChangesForLetter } from './asked-changes-queries.ts';
import { approvedLetter, changesLetter, commentsLetter, publishedOverLetter } from './comments-letter.ts';
import { findCommentPages } from './find-comment-pages.ts';
import { findApprovalFacts, listNewComments } from './review-letter-queries.ts';
import { askLetter, endedLetter, reminderLetter, voidLetter } from './review-letters.ts';
import { findAsked, findWorkTitle } from './review-queries.ts';

type CommentsOfJob = { readonly told_in: string } | { readonly since: string | null; readonly until: string };
const commentsOf = (job: CommentsOfJob) =>
  'told_in' in job
    ? { toldIn: job.told_in }
    : { since: job.since === null ? null : new Date(job.since), until: new Date(job.until) };

/** Each letter states what is true when it is sent: a user who was taken off the book meanwhile gets none. */
export function reviewLetterHandlers(deps: Deps): JobHandlers {
  const urlOf = (workId: string) => `${deps.config.publicUrl}/studio/${workId}/preview`;
  const reviewUrlOf = (workId: string) => `${deps.config.publicUrl}/studio/${workId}/review`;
  const lettered = <Facts extends { readonly title: string }>(facts: Facts, workId: string) => ({
    ...{ ...facts, title: titleInLetter(facts.title) },
    url: urlOf(workId),
  });
  const comparisons = new PageComparisons();
  return handleJobs(deps, reviewLetters, {
    askReviewer: async ({ work_id: workId, user_id: userId }, { job }) => {
      const asked = await findAsked(deps.db, { workId, userId });
      if (!asked) return;
      await mailPerson(deps, userId, job.id, (person) => askLetter(person, lettered(asked, workId)));
    },
    remindReviewer: async ({ work_id: workId, user_id: userId, due_on: dueOn }, { job }) => {
      const asked = await findAsked(deps.db, { workId, userId });
      if (asked?.dueOn !== dueOn || asked.hasAnswered) return;
      await mailPerson(deps, userId, job.id, (person) => reminderLetter(person, lettered(asked, workId)));
    },
    tellApprovalVoid: async ({ work_id: workId, user_id: userId, version, given_at: givenAt }, { job }) => {
      const given = await findVoid(deps.db, {
        ...{ workId, userId, version },
        givenAt: givenAt ? new Date(givenAt) : null,
      });
      if (!given) return;
      await mailPerson(deps, userId, job.id, (person) => voidLetter(person, lettered(given, workId)));
    },
    tellReviewEnded: async ({ work_id: workId, user_id: userId }, { job }) => {
      const title = await findWorkTitle(deps.db, workId);
      // The user was asked again meanwhile.
      if (title === null || (await findAsked(deps.db, { workId, userId }))) return;
      await mailPerson(deps, userId, job.id, (person) => endedLetter(person, titleInLetter(title)));
    },
    tellApproved: async ({ work_id: workId, user_id: userId, by, version, given_at: givenAt }, { job }) => {
      const approval = { workId, by, version, givenAt: givenAt ? new Date(givenAt) : null };
      const facts = await findApprovalFacts(deps.db, { ...approval, mostComments: 10 });
      if (!facts || !(await stillEdits(deps.db, userId, workId))) return;
      await mailPerson(deps, userId, job.id, (person) =>
        approvedLetter(person, { ...facts, title: titleInLetter(facts.title), url: reviewUrlOf(workId) }),
      );
    },
    tellChangesAsked: async ({ work_id: workId, user_id: userId, request }, { job }) => {
      const facts = await findChangesForLetter(deps.db, request);
      if (!facts || !(await stillEdits(deps.db, userId, workId))) return;
      await mailPerson(deps, userId, job.id, (person) =>
        changesLetter(person, { ...facts, title: titleInLetter(facts.title), url: reviewUrlOf(workId) }),
      );
    },
    tellPublishedOver: async ({ work_id: workId, user_id: userId, request }, { job }) => {
      const facts = await findChangesForLetter(deps.db, request);
      const user = await findAccount(deps.db, userId);
      if (!facts?.publishedAt || !user || !(await findPower(deps.db, user, workId))) return;
      const { publishedAt, text, askedAt } = facts;
      await mailPerson(deps, userId, job.id, (person) =>
        publishedOverLetter(person, lettered({ title: facts.title, publishedAt, text, askedAt }, workId)),
      );
    },
    tellComments: async ({ work_id: workId, user_id: userId, ...which }, { job }) => {
      const user = await findAccount(deps.db, userId);
      if (!user || !(await findPower(deps.db, user, workId))) return;
      const news = await listNewComments(deps.db, userId, { workId, ...commentsOf(which) });
      const title = await findWorkTitle(deps.db, workId);
      if (news.length === 0 || title === null) return;
      const { pageOf } = await findCommentPages(deps.db, workId, comparisons);
      const comments = news.map((each) => ({ ...each, page: each.thingPage ?? pageOf(each) }));
      await mailSubscriber(deps, { userId, letter: 'work_comments', jobId: job.id }, (person) =>
        commentsLetter(person, { title: titleInLetter(title), comments, url: reviewUrlOf(workId) }),
      );
    },
  });
}
