import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

const Directed = z.object({ program_id: z.uuid(), director_id: z.uuid() });
const Welcome = Directed.extend({
  /** They were students before, and are again as before. */
  is_back: z.boolean().default(false),
});
const Assignment = z.object({ assignment_id: z.uuid() });

/** Of a subject that a student was reminded of: null = it is no task. */
const TaskState = z.iso.date().nullable();
export const ChangedTask = z.object({
  ...{ program_id: z.uuid(), subject_id: z.uuid(), user_id: z.uuid() },
  /** What the student was told last. */
  told: TaskState,
  state: TaskState,
  changed_at: z.iso.datetime(),
});

export const programJobs = {
  welcomeStudents: defineJob('programs.welcome-students', Welcome.extend({ user_ids: z.array(z.uuid()) })),
  /** Reminds who has joined, or accepted, after the reminder of a task was sent to the others. */
  remindJoined: defineJob('programs.remind-joined', z.object({ user_ids: z.array(z.uuid()) })),
  countScores: defineJob('programs.count-scores', z.object({ program_id: z.uuid(), book_id: z.uuid() })),
  /** Finds books of programs that a newer edition has replaced; also when one is published. */
  tellEditions: defineJob('programs.tell-editions', z.object({}), { dailyAtHour: 6 }),
  /** Does nothing if the due date has changed by then. */
  remindStudents: defineJob('programs.remind-students', Assignment.extend({ due_on: z.string().optional() })),
};

export const programLetters = {
  /** Mails a director about a replaced edition, if the program has it by then. */
  tellEdition: defineJob(
    'programs.tell-edition',
    Directed.extend({ book_id: z.uuid(), new_book_id: z.uuid(), about: z.enum(['replaced', 'closing']) }),
  ),
  /** Mails a director about a student who has another role now. */
  tellLeft: defineJob('programs.tell-left', Directed.extend({ user_id: z.uuid() })),
  /** Mails a director about a student who is a reader again, and has the place back. */
  tellBack: defineJob('programs.tell-back', Directed.extend({ user_id: z.uuid() })),
  welcomeStudent: defineJob('programs.welcome-student', Welcome.extend({ user_id: z.uuid() })),
  /** About the tasks whose due date is over. */
  remindBehind: defineJob('programs.remind-behind', Directed.extend({ user_id: z.uuid() })),
  /** Corrects a reminder, if the task is by then as `state` says. */
  tellTaskChange: defineJob('programs.tell-task-change', ChangedTask),
  remindStudent: defineJob(
    'programs.remind-student',
    z.union([
      z.object({ program_id: z.uuid(), subject_id: z.uuid(), due_on: z.string(), user_id: z.uuid() }),
      // As an earlier release enqueued them.
      Assignment.extend({ user_id: z.uuid() }),
    ]),
  ),
};
