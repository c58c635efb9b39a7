import { inTransaction } from '../../platform/database/transaction.ts';
import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import type { MailContent } from '../../platform/mail/layout.ts';
import { titleInLetter } from '../../platform/mail/title-in-letter.ts';
import type { Addressee } from '../accounts/mail/mail-person.ts';
import { mailSubscriber } from '../accounts/mail/mail-subscriber.ts';
import { nameInLetter } from '../accounts/mail/name-in-letter.ts';
import { type DigestTopic, listDigestReaders, listDigestTopics, setToldUntil } from './digest-queries.ts';
import { discussionJobs, discussionLetters } from './jobs.ts';

/** The daily mail about new comments: optional, never empty, and without repetitions. */
export function discussionJobHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, discussionJobs, {
    gatherDigests: ({ until }) =>
      inTransaction(deps.db, async (tx) => {
        const readers = await listDigestReaders(tx, new Date(until));
        return enqueueForMany(
          tx,
          readers.map(({ userId }) =>
            discussionLetters.sendDigest(
              { until, user_id: userId },
              { dedupeKey: `digest:${until}:${userId}` },
            ),
          ),
        );
      }),
  });
}

export function discussionLetterHandlers(deps: Deps): JobHandlers {
  const { db, config } = deps;
  return handleJobs(deps, discussionLetters, {
    sendDigest: async ({ until, user_id: userId }, { job }) => {
      const topics = await listDigestTopics(db, userId, new Date(until));
      const [first] = topics;
      if (!first) return;
      await mailSubscriber(deps, { userId, letter: 'digest', jobId: job.id }, (person) => {
        const topicPage = person.role === 'program_director' ? '/programs/getprogra' : '/getprogra';
        return digestLetter(
          person,
          topics,
          `${config.publicUrl}${topicPage}/${first.programId}/topics/${first.topicId}`,
        );
      });
      await setToldUntil(db, userId, new Date(until));
    },
  });
}

function digestLetter(
  { language, firstName }: Pick<Addressee, 'language' | 'firstName'>,
  topics: readonly DigestTopic[],
  url: string,
): MailContent {
  const total = topics.reduce((sum, { count }) => sum + count, 0);
  return language === 'ar'
    ? {
        language,
        subject: `تعليقات جديدة: ${total}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: ['كُتب جديد في المواضيع التي تشارك فيها.'],
        facts: topics.map(({ title, count, lastBy }) => [
          titleInLetter(title),
          count === 1
            ? `تعليق من ${nameInLetter(language, lastBy)}`
            : `تعليقات: ${count}، آخرها من ${nameInLetter(language, lastBy)}`,
        ]),
        action: { label: 'اقرأ التعليقات', url },
        footer: 'تصلك هذه الرسالة اليومية لأنك تشارك في مواضيع على فيزاليوس.',
      }
    : {
        language,
        subject: total === 1 ? 'One new comment' : `${total} new comments`,
        heading: `Hello ${firstName}`,
        paragraphs: ['There is something new in the topics in which you take part.'],
        facts: topics.map(({ title, count, lastBy }) => [
          titleInLetter(title),
          count === 1
            ? `1, by ${nameInLetter(language, lastBy)}`
            : `${count}, the last by ${nameInLetter(language, lastBy)}`,
        ]),
        action: { label: 'Read the comments', url },
        footer: 'You get this daily mail because you take part in topics at Vesalius.',
      };
}
