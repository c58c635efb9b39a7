import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { mailInvitation } from '../accounts/mail/mail-invitation.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { tellPlaceHourly, tellPlaceOnce } from '../accounts/mail/told-places.ts';
import { editionLetter, newsKey } from '../commerce/edition-letters.ts';
import { findEditionForMail, listEditionsToTell } from './edition-queries.ts';
import { findEndForMail, listEndsToTell } from './end-queries.ts';
import { institutionJobs, institutionLetters } from './jobs.ts';
import {
  accessEndedLetter,
  dismissedLetter,
  endLetter,
  managerPowers,
  memberLetter,
  memberTerms,
  seatGivenAwayLetter,
  wayOut,
} from './letters.ts';
import { findMemberForMail } from './queries.ts';
import { findFreedSeatForMail } from './seat-queries.ts';

export function institutionJobHandlers(deps: Deps): JobHandlers {
  const { db, clock } = deps;
  return handleJobs(deps, institutionJobs, {
    tellEnds: async () => {
      const now = clock.now();
      const ends = await listEndsToTell(db, now);
      await enqueueForMany(
        db,
        ends.map(({ institutionId, userId, endsAt }) => {
          const end = { institution_id: institutionId, user_id: userId, ends_at: endsAt.toISOString() };
          const when = endsAt > now ? 'before' : 'after';
          // Once per user before an end and once after it, however often this job runs.
          const dedupeKey = `institution-end:${when}:${institutionId}:${userId}:${end.ends_at}`;
          return institutionLetters.tellEnd(end, { dedupeKey });
        }),
      );
    },
    tellEditions: () => tellEditions(deps),
  });
}

async function tellEditions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const editions = await listEditionsToTell(db, clock.now());
  await enqueueForMany(
    db,
    editions.map(({ institutionId, managerId, ...news }) =>
      institutionLetters.tellEdition(
        {
          ...{ institution_id: institutionId, user_id: managerId },
          ...{ book_id: news.bookId, new_book_id: news.newBookId, about: news.about },
        },
        { dedupeKey: `institution-edition:${institutionId}:${managerId}:${newsKey(news)}` },
      ),
    ),
  );
}

export function institutionLetterHandlers(deps: Deps): JobHandlers {
  const { db, config } = deps;
  return handleJobs(deps, institutionLetters, {
    tellEnd: async ({ institution_id: institutionId, user_id: userId, ends_at }, { job }) => {
      const endsAt = new Date(ends_at);
      const end = await findEndForMail(db, { institutionId, userId, endsAt });
      const isEnded = endsAt <= deps.clock.now();
      if (!end || !(end.isManager || isEnded)) return;
      const { name, isManager } = end;
      const url = `${config.publicUrl}/institution-management?institution=${institutionId}`;
      await mailPerson(deps, userId, job.id, (person) =>
        isManager
          ? endLetter(person, { name, endsAt, isEnded, url })
          : accessEndedLetter(person, { name, endsAt, url: `${config.publicUrl}/#courses` }),
      );
    },
    tellEdition: async ({ about, ...payload }, { job }) => {
      const { institution_id: institutionId, user_id: managerId } = payload;
      const edition = { institutionId, managerId, bookId: payload.book_id, newBookId: payload.new_book_id };
      const facts = await findEditionForMail(db, edition, deps.clock.now());
      if (!facts) return;
      const own = `${config.publicUrl}/institution-management?institution=${institutionId}`;
      await mailPerson(deps, managerId, job.id, (person) =>
        editionLetter(person, facts, about, { own, contact: `${config.publicUrl}/contact-us` }),
      );
    },
    tellDismissed: async (payload, { job }) => {
      const { institution_id: groupId, user_id: userId, dismissed_at: at } = payload;
      const member = await findMemberForMail(db, groupId, userId);
      if (!member || member.isManager || !member.isVerified) return;
      const facts = { name: member.name, at: new Date(at), url: `${config.publicUrl}/institution-books` };
      await tellPlaceOnce(
        deps,
        { userId, groupId, state: 'member', jobId: job.id },
        {
          send: () => mailPerson(deps, userId, job.id, (person) => dismissedLetter(person, facts)),
          again: (options) => institutionLetters.tellDismissed(payload, options),
        },
      );
    },
    tellSeatGivenAway: async (payload, { job }) => {
      const { institution_id: groupId, user_id: userId } = payload;
      const freedAt = new Date(payload.freed_at);
      const institution = await findFreedSeatForMail(
        db,
        { institutionId: groupId, userId, freedAt },
        deps.clock.now(),
      );
      if (!institution) return;
      const facts = { name: institution.name, freedAt, url: `${config.publicUrl}/institution-books` };
      await tellPlaceOnce(
        deps,
        { userId, groupId, state: 'out', jobId: job.id },
        {
          send: () => mailPerson(deps, userId, job.id, (person) => seatGivenAwayLetter(person, facts)),
          again: (options) => institutionLetters.tellSeatGivenAway(payload, options),
        },
      );
    },
    welcomeMember: async (payload, { job }) => {
      const { institution_id: groupId, user_id: userId, as_manager: asManager, is_back: isBack } = payload;
      const member = await findMemberForMail(db, groupId, userId);
      if (!member || (asManager !== null && asManager !== member.isManager)) return;
      const send = () => welcome(deps, member, { groupId, userId, isBack, jobId: job.id });
      const tell = member.isVerified ? tellPlaceOnce : tellPlaceHourly;
      const state = asManager ? 'manager' : isBack ? 'back' : 'in';
      await tell(
        deps,
        { userId, groupId, state, jobId: job.id },
        { send, again: (options) => institutionLetters.welcomeMember(payload, options) },
      );
    },
  });
}

/** Mails a member or manager what that means; an invitation if the address is not verified. */
async function welcome(
  deps: Deps,
  { name, isManager, isVerified }: NonNullable<Awaited<ReturnType<typeof findMemberForMail>>>,
  given: { groupId: string; userId: string; isBack: boolean; jobId: string },
): Promise<void> {
  const { config } = deps;
  const { groupId, userId, isBack, jobId } = given;
  // A user with an unverified address gets the mail with which its owner sets a password.
  if (!isVerified)
    return mailInvitation(
      deps,
      { userId, jobId },
      {
        by: name,
        invitedTo: groupId,
        purpose: ({ language }) => [
          ...(isManager ? managerPowers(language, name) : memberTerms(language, name)),
          wayOut(language),
        ],
      },
    );
  const page = isManager ? `/institution-management?institution=${groupId}` : '/institution-books';
  const url = `${config.publicUrl}${page}`;
  await mailPerson(deps, userId, jobId, (person) => memberLetter(person, { name, isManager, isBack, url }));
}
