import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { handleJobs, nextHourAfter } from '../../platform/handle-jobs.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { findActorOfUser } from '../accounts/find-actor.ts';
import { mailSubscriber } from '../accounts/mail/mail-subscriber.ts';
import { countDueReviews } from '../assessments/review.ts';
import { listStartedBooks } from '../catalogue/list-started-books.ts';
import { weeklyJobs, weeklyLetters } from './jobs.ts';
import { type MondayMorning, mondayMorningIn } from './monday-morning.ts';
import { type Week, weeklyLetter } from './weekly-letter.ts';
import { countWeek, listReadersIn, listTimeZones } from './weekly-queries.ts';

const BATCH_SIZE = 2000;
const MAX_BOOKS = 3;
/** Of the books that were opened last, some may be closed by now. */
const MAX_STARTED_BOOKS = 20;

/** The letter of Monday morning: optional, never empty, at most one a week. */
export function weeklyJobHandlers(deps: Deps): JobHandlers {
  const { db, clock } = deps;
  return handleJobs(deps, weeklyJobs, {
    // From its own hour on, so that none is left out after the hours of an outage.
    gather: async ({ hour }, { signal }) => {
      const now = clock.now();
      const window = { from: new Date(hour), until: nextHourAfter(now), now };
      for (const timeZone of await listTimeZones(db)) {
        const morning = mondayMorningIn(timeZone, window);
        if (morning) await enqueueLetters(deps, { timeZone, morning, signal });
      }
    },
  });
}

async function enqueueLetters(
  { db }: Pick<Deps, 'db'>,
  { timeZone, morning, signal }: { timeZone: string; morning: MondayMorning; signal: AbortSignal },
): Promise<void> {
  const { at: runAt, monday } = morning;
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted();
    const readers = await listReadersIn(db, { timeZone, after, limit: BATCH_SIZE });
    const jobs = readers.map(({ id }) =>
      weeklyLetters.send({ user_id: id, monday }, { runAt, dedupeKey: `weekly:${monday}:${id}` }),
    );
    await enqueueForMany(db, jobs);
    const last = readers.at(-1);
    if (!last || readers.length < BATCH_SIZE) return;
    after = last.id;
  }
}

export function weeklyLetterHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, weeklyLetters, {
    send: ({ user_id: userId }, { job }) =>
      mailSubscriber(deps, { userId, letter: 'weekly', jobId: job.id }, async (person) => {
        const week = person.role === 'customer' ? await readWeek(deps, userId) : null;
        return week && weeklyLetter(person, week, deps.config.publicUrl);
      }),
  });
}

async function readWeek({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<Week | null> {
  const now = clock.now();
  const actor = await findActorOfUser(db, userId, now);
  if (!actor) return null;
  const [due, started, counts] = await Promise.all([
    countDueReviews(db, actor, now),
    listStartedBooks(db, actor, { page: 1, items: MAX_STARTED_BOOKS, now }),
    countWeek(db, userId, new Date(now.getTime() - 7 * DAY_MS)),
  ]);
  const books = started.data.filter(({ has_access: isOpen }) => isOpen).slice(0, MAX_BOOKS);
  return { dueQuestions: due.questions, dueCards: due.cards, books, ...counts };
}
