import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { titleInLetter } from '../../platform/mail/title-in-letter.ts';
import { mailInvitation } from '../accounts/mail/mail-invitation.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { nameOfOther } from '../accounts/mail/name-in-letter.ts';
import { tellPlaceHourly, tellPlaceOnce, tellTaskHourly } from '../accounts/mail/told-places.ts';
import { editionLetter, newsKey } from '../commerce/edition-letters.ts';
import { listNewcomers } from './assign-queries.ts';
import {
  findAssignmentForMail,
  listMissedReminders,
  listUndone,
  type OpenTask,
} from './assignment-queries.ts';
import { findChangedTask } from './changed-task-queries.ts';
import { isRemindedSince, reminderKey } from './correct-reminders.ts';
import { findEditionForMail, listEditionsToTell } from './edition-queries.ts';
import { programJobs, programLetters } from './jobs.ts';
import {
  backLetter,
  behindLetter,
  leftLetter,
  reminderLetter,
  studentTerms,
  taskChangeLetter,
  welcomeLetter,
} from './letters.ts';
import { findDirectedProgram, findPersonName } from './program-queries.ts';
import { recountScores } from './read-scores.ts';
import { listTasksOfStudent } from './reminder-queries.ts';
import { findStudent } from './student-queries.ts';

/**
 * Mails about programs, and the scores of large ones. A mail to many is one job per student, so that a refused address delays
 * nobody.
 */
export function programJobHandlers(deps: Deps): JobHandlers {
  const { db, clock } = deps;
  return handleJobs(deps, programJobs, {
    welcomeStudents: ({ program_id, director_id, user_ids, is_back }, { job }) =>
      inTransaction(db, async (tx) => {
        const newcomers = await listNewcomers(tx, program_id, user_ids);
        await remindJoined(tx, user_ids, clock.now());
        return enqueueForMany(
          tx,
          newcomers.map(({ id }) =>
            programLetters.welcomeStudent(
              { program_id, director_id, user_id: id, is_back },
              { dedupeKey: `welcome:${job.id}:${id}` },
            ),
          ),
        );
      }),
    remindJoined: ({ user_ids }) => inTransaction(db, (tx) => remindJoined(tx, user_ids, clock.now())),
    tellEditions: () => tellEditions(deps),
    countScores: ({ program_id: programId, book_id: bookId }) =>
      recountScores(db, { programId, bookId }, clock.now()),
    remindStudents: ({ assignment_id, due_on }) =>
      inTransaction(db, async (tx) => {
        const tasks = await listUndone(tx, assignment_id, due_on, clock.now());
        return enqueueForMany(tx, tasks.map(reminderOf));
      }),
  });
}

/** Once per student, subject and due date: a task that is removed and created again mails nobody twice. */
const reminderOf = ({ programId, subjectId, dueOn, userId }: OpenTask) =>
  programLetters.remindStudent(
    { program_id: programId, subject_id: subjectId, due_on: dueOn, user_id: userId },
    { dedupeKey: reminderKey({ programId, subjectId, userId, dueOn }) },
  );

async function remindJoined(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  const missed = await listMissedReminders(tx, userIds, now);
  await enqueueForMany(tx, missed.map(reminderOf));
}

async function tellEditions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const editions = await listEditionsToTell(db, clock.now());
  await enqueueForMany(
    db,
    editions.map(({ programId, directorId, ...news }) =>
      programLetters.tellEdition(
        {
          ...{ program_id: programId, director_id: directorId },
          ...{ book_id: news.bookId, new_book_id: news.newBookId, about: news.about },
        },
        { dedupeKey: `program-edition:${programId}:${directorId}:${newsKey(news)}` },
      ),
    ),
  );
}

export function programLetterHandlers(deps: Deps): JobHandlers {
  const { db, config } = deps;
  return handleJobs(deps, programLetters, {
    welcomeStudent: async (payload, { job }) => {
      const { program_id: groupId, user_id: userId, is_back: isBack } = payload;
      const [student] = await listNewcomers(db, groupId, [userId]);
      if (!student) return;
      const send = () => welcome(deps, student, { ...payload, jobId: job.id });
      const tell = student.emailVerified ? tellPlaceOnce : tellPlaceHourly;
      await tell(
        deps,
        { userId, groupId, state: isBack ? 'back' : 'in', jobId: job.id },
        { send, again: (options) => programLetters.welcomeStudent(payload, options) },
      );
    },
    tellLeft: (payload, { job }) => tellDirector(deps, payload, { isBack: false, jobId: job.id }),
    tellBack: (payload, { job }) => tellDirector(deps, payload, { isBack: true, jobId: job.id }),
    tellEdition: async ({ about, ...payload }, { job }) => {
      const { program_id: programId, director_id: directorId } = payload;
      const edition = { programId, directorId, bookId: payload.book_id, newBookId: payload.new_book_id };
      const facts = await findEditionForMail(db, edition, deps.clock.now());
      if (!facts) return;
      const own = `${config.publicUrl}/programs/${programId}/overview`;
      await mailPerson(deps, directorId, job.id, (person) =>
        editionLetter(person, facts, about, { own, contact: `${config.publicUrl}/contact-us` }),
      );
    },
    remindBehind: async ({ program_id: programId, director_id: directorId, user_id: studentId }, { job }) => {
      const program = await findDirectedProgram(db, directorId, programId);
      if (!program) return;
      const now = deps.clock.now();
      const all = await listTasksOfStudent(db, { programId, studentId }, now);
      const [first, ...others] = all.filter(({ isDone, isOver }) => isOver && !isDone);
      // Done by now, or due before the student joined, which does not bind.
      if (!first) return;
      const director = (await findPersonName(db, directorId)) ?? program.name;
      const tasks = [first, ...others].map((task) => ({
        ...task,
        title: titleInLetter(task.title),
        bookTitle: titleInLetter(task.bookTitle),
        note: titleInLetter(task.note),
      }));
      const url = `${config.publicUrl}/book-viewer/${first.bookId}?page=${first.page}`;
      await mailPerson(deps, studentId, job.id, (person) =>
        behindLetter(person, { program: titleInLetter(program.name), director, tasks, url }),
      );
    },
    tellTaskChange: async ({ program_id, subject_id, user_id, state, changed_at }, { job }) => {
      const task = { programId: program_id, subjectId: subject_id, state };
      const now = deps.clock.now();
      const changed = await findChangedTask(db, task, user_id, now);
      const when = { changedAt: new Date(changed_at), now };
      if (!changed || (await isRemindedSince(db, { ...task, userId: user_id }, when))) return;
      const url = state
        ? `${config.publicUrl}/book-viewer/${changed.bookId}?page=${changed.page}`
        : `${config.publicUrl}/`;
      // The job runs again when the task returns to a former day, and that is another letter.
      const send = () =>
        mailPerson(deps, user_id, `${job.id}.${Date.parse(changed_at)}`, (person) =>
          taskChangeLetter(person, {
            ...{ kind: changed.kind, title: titleInLetter(changed.title), dueOn: state, url },
            program: titleInLetter(changed.programName),
          }),
        );
      await tellTaskHourly(deps, { userId: user_id, subjectId: subject_id, jobId: job.id }, send);
    },
    remindStudent: async (given, { job }) => {
      const { user_id } = given;
      const task =
        'assignment_id' in given
          ? { id: given.assignment_id }
          : { programId: given.program_id, subjectId: given.subject_id, dueOn: given.due_on };
      const found = await findAssignmentForMail(db, task, user_id, deps.clock.now());
      if (!found) return;
      const url = `${config.publicUrl}/book-viewer/${found.bookId}?page=${found.page}`;
      const send = () =>
        mailPerson(deps, user_id, job.id, (person) =>
          reminderLetter(person, {
            kind: found.kind,
            title: titleInLetter(found.title),
            book: titleInLetter(found.bookTitle),
            program: titleInLetter(found.programName),
            note: titleInLetter(found.note),
            ...{ dueOn: found.dueOn, isDoneBefore: found.isDoneBefore, url },
          }),
        );
      if (!('subject_id' in given)) return send();
      await tellTaskHourly(deps, { userId: user_id, subjectId: given.subject_id, jobId: job.id }, send);
    },
  });
}

/** Mails a director who still is one that a student left or is back, if that is still so. */
async function tellDirector(
  deps: Deps,
  given: { program_id: string; director_id: string; user_id: string },
  { isBack, jobId }: { isBack: boolean; jobId: string },
): Promise<void> {
  const { db, config } = deps;
  const { program_id: programId, director_id: directorId, user_id: studentId } = given;
  const program = await findDirectedProgram(db, directorId, programId);
  const student = await findPersonName(db, studentId);
  const isStudent = (await findStudent(db, programId, studentId)) !== null;
  if (!program || !student || isStudent !== isBack) return;
  const url = `${config.publicUrl}/programs/${programId}/overview`;
  const write = isBack ? backLetter : leftLetter;
  await mailPerson(deps, directorId, jobId, (person) =>
    write(person, { program: titleInLetter(program.name), student, url }),
  );
}

/** Mails a student who has joined or is back; an invitation if the address is not verified. */
async function welcome(
  deps: Deps,
  student: Awaited<ReturnType<typeof listNewcomers>>[number],
  given: { program_id: string; director_id: string; user_id: string; is_back: boolean; jobId: string },
): Promise<void> {
  const { program_id, director_id, user_id, is_back: isBack, jobId } = given;
  const { db, config } = deps;
  const { programName: program, emailVerified, hiddenBefore } = student;
  const director = (await findPersonName(db, director_id)) ?? program;
  const by = nameOfOther(director);
  // A user with an unverified address gets the mail with which its owner sets a password.
  if (!emailVerified)
    return mailInvitation(
      deps,
      { userId: user_id, jobId },
      {
        by: by === null ? titleInLetter(program) : `${by} (${titleInLetter(program)})`,
        invitedTo: program_id,
        purpose: (reader) => [studentTerms(reader, hiddenBefore)],
      },
    );
  await mailPerson(deps, user_id, jobId, (person) =>
    welcomeLetter(person, {
      ...{ program: titleInLetter(program), director, isBack, hiddenBefore },
      url: `${config.publicUrl}/`,
    }),
  );
}
