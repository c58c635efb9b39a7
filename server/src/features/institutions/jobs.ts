import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

export const institutionJobs = {
  /** Finds institutions that end within a month or have ended, so that a changed end needs no new job. */
  tellEnds: defineJob('institutions.tell-ends', z.object({}), { dailyAtHour: 6 }),
  /** Finds books of institutions that a newer edition has replaced; also when one is published. */
  tellEditions: defineJob('institutions.tell-editions', z.object({}), { dailyAtHour: 6 }),
};

export const institutionLetters = {
  /** Mails a member who was dismissed as manager. Does nothing if the user manages again, or is out, by then. */
  tellDismissed: defineJob(
    'institutions.tell-dismissed',
    z.object({ institution_id: z.uuid(), user_id: z.uuid(), dismissed_at: z.iso.datetime() }),
  ),
  /** Mails a member whose seat was given to somebody else. Does nothing if the user has one again by then. */
  tellSeatGivenAway: defineJob(
    'institutions.tell-seat-given-away',
    z.object({ institution_id: z.uuid(), user_id: z.uuid(), freed_at: z.iso.datetime() }),
  ),
  /** Mails a manager about a replaced edition, if the institution has it by then. */
  tellEdition: defineJob(
    'institutions.tell-edition',
    z.object({
      ...{ institution_id: z.uuid(), user_id: z.uuid(), book_id: z.uuid(), new_book_id: z.uuid() },
      about: z.enum(['replaced', 'closing']),
    }),
  ),
  /** Mails a manager before or after the end, a member after it. Does nothing if the end has changed by then. */
  tellEnd: defineJob(
    'institutions.tell-end',
    z.object({ institution_id: z.uuid(), user_id: z.uuid(), ends_at: z.iso.datetime() }),
  ),
  /**
   * Mails what the user is at that moment. Nothing is sent to someone who has left by then, or whose role as member or manager
   * has changed since, because another mail is on its way.
   */
  welcomeMember: defineJob(
    'institutions.welcome-member',
    z.object({
      institution_id: z.uuid(),
      user_id: z.uuid(),
      as_manager: z.boolean().nullable().default(null),
      /** Was a member before, and is again. */
      is_back: z.boolean().default(false),
    }),
  ),
};
