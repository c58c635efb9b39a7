import { programsEndpoints } from '@vesalius/contract/programs';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { mount } from '../accounts/mount.ts';
import { acceptPeopleFiles, peopleOf } from '../accounts/people-import/import-request.ts';
import { listUndoableRemovals, removePeople, undoRemoval } from '../accounts/people-import/remove-people.ts';
import { resendInvitations } from '../accounts/people-import/resend-invitations.ts';
import { listRecentImports, undoImport } from '../accounts/people-import/undo-import.ts';
import { assignUsers } from './assign-users.ts';
import { findSubjectBook } from './assignment-queries.ts';
import { createAssignment, removeAssignment, updateAssignment } from './create-assignment.ts';
import { programLetters } from './jobs.ts';
import { listCurrentPrograms, listUserPrograms } from './list-programs.ts';
import { leaveProgram, shareEarlierResults } from './own-membership.ts';
import { studentProgress, studentRow } from './present-student.ts';
import { findDirectedProgram } from './program-queries.ts';
import { listProgramSurveyWords, readProgramSurvey } from './program-survey.ts';
import { progressCsv } from './progress-csv.ts';
import { readOverview } from './read-overview.ts';
import { remindStudents } from './remind-students.ts';
import { listTasksOfStudent } from './reminder-queries.ts';
import { studentGroup } from './student-group.ts';
import {
  countStudents,
  findStudent,
  listStandings,
  listStudents,
  listTestScores,
} from './student-queries.ts';

const WORDS_PER_PAGE = 20;

export async function programsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await acceptPeopleFiles(app);

  /** Another director's program does not exist. */
  async function directed(actor: Actor, programId: string) {
    const program = await findDirectedProgram(db, actor.userId, programId);
    demand(program, 'not_found');
    return program;
  }

  mount(app, deps, programsEndpoints, {
    studentsOverview: async ({ actor, query }) => {
      const { program_id: programId, page, items, search_term: search, state, activity, order } = query;
      const now = clock.now();
      const rows = await listStudents(
        db,
        programId,
        { search, state, activity, order, directorId: actor.userId, ...sliceOf(page, items) },
        now,
      );
      // The query itself checks who directs the program; an empty list may mean either.
      if (rows.length === 0) await directed(actor, programId);
      const standings =
        rows.length > 0
          ? await listStandings(
              db,
              programId,
              rows.map(({ id }) => id),
              now,
            )
          : [];
      const count =
        rows[0]?.count ??
        (page > 1 ? await countStudents(db, programId, { search, state, activity }, now) : 0);
      return {
        data: rows.map((row) =>
          studentRow(
            row,
            standings.filter(({ userId }) => userId === row.id),
          ),
        ),
        metadata: metadataOf(count, page, items),
      };
    },
    assignUsers: async ({ actor, params, query, body, request }) => {
      await directed(actor, params.id);
      const listed = body.program?.users;
      const field = 'program[users_file]';
      const people = await peopleOf(request, { actorId: actor.userId, field, listed, query });
      const { dry_run: isDryRun, import_id: importId = null } = query;
      const group = studentGroup(params.id, actor.userId);
      return assignUsers(db, { group, actorId: actor.userId, ...people, isDryRun, importId }, clock.now());
    },
    listImports: async ({ actor, params: { id } }) => {
      await directed(actor, id);
      return listRecentImports(db, studentGroup(id, actor.userId), clock.now());
    },
    undoImport: async ({ actor, params: { id, importId } }) => {
      await directed(actor, id);
      const group = studentGroup(id, actor.userId);
      return undoImport(db, { group, importId, actorId: actor.userId }, clock.now());
    },
    resendInvitations: async ({ actor, params, body }) => {
      const program = await directed(actor, params.id);
      const group = studentGroup(program.id, actor.userId);
      const invitationOf = (userId: string) =>
        programLetters.welcomeStudent({ program_id: program.id, director_id: actor.userId, user_id: userId });
      return resendInvitations(db, { group, invitationOf, body }, clock.now());
    },
    remindStudents: async ({ actor, params: { id: programId }, body }) => {
      await directed(actor, programId);
      return remindStudents(db, { programId, directorId: actor.userId, body }, clock.now());
    },
    removeStudent: async ({ actor, params: { id, studentId } }) => {
      await directed(actor, id);
      const group = studentGroup(id, actor.userId);
      const removal = { group, removalId: newId(), userIds: [studentId] };
      const { removed } = await removePeople(db, removal, clock.now());
      demand(removed > 0, 'not_found');
      return undefined;
    },
    removeStudents: async ({ actor, params: { id }, body }) => {
      await directed(actor, id);
      const group = studentGroup(id, actor.userId);
      const removal = { group, removalId: body.removal_id, userIds: body.user_ids };
      return removePeople(db, removal, clock.now());
    },
    listRemovals: async ({ actor, params: { id } }) => {
      await directed(actor, id);
      return listUndoableRemovals(db, studentGroup(id, actor.userId), clock.now());
    },
    undoRemoval: async ({ actor, params: { id, removalId } }) => {
      await directed(actor, id);
      return undoRemoval(db, { group: studentGroup(id, actor.userId), removalId }, clock.now());
    },
    getStudentProgress: async ({ actor, params: { id, studentId } }) => {
      const program = await directed(actor, id);
      const student = await findStudent(db, id, studentId);
      demand(student, 'not_found');
      const now = clock.now();
      const books = await listTestScores(db, id, [studentId], now);
      const tasks = await listTasksOfStudent(db, { programId: id, studentId }, now);
      return studentProgress(program, student, { books, tasks });
    },
    listCurrentPrograms: ({ actor }) => listCurrentPrograms(db, actor.userId, clock.now()),
    listUserPrograms: async ({ actor, params }) => {
      // The id in the path must be the caller's.
      demand(params.userId === actor.userId, 'not_found');
      return listUserPrograms(db, actor.userId, clock.now());
    },
    shareEarlierResults: async ({ actor, params: { id } }) => {
      await shareEarlierResults(db, { programId: id, studentId: actor.userId });
      return undefined;
    },
    leaveProgram: async ({ actor, params: { id } }) => {
      await leaveProgram(db, { programId: id, studentId: actor.userId }, clock.now());
      return undefined;
    },
    getProgramOverview: async ({ actor, params, query }) => {
      const program = await directed(actor, params.id);
      return readOverview(db, { program, directorId: actor.userId, bookId: query.book_id }, clock.now());
    },
    getProgramSurvey: async ({ actor, params, query }) => {
      await directed(actor, params.id);
      return readProgramSurvey(db, { programId: params.id, bookId: query.book_id });
    },
    listProgramSurveyWords: async ({ actor, params, query }) => {
      const { book_id: bookId, question_id: questionId, page, items = WORDS_PER_PAGE } = query;
      await directed(actor, params.id);
      return listProgramSurveyWords(db, { programId: params.id, bookId, questionId, page, items });
    },
    downloadProgressCsv: async ({ actor, params, query, reply }) => {
      const { student_id: studentId, book_id: bookId } = query;
      await directed(actor, params.id);
      if (studentId) demand(await findStudent(db, params.id, studentId), 'not_found');
      if (bookId) demand(await findSubjectBook(db, params.id, 'book', bookId), 'not_found');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="progress.csv"')
        .send(progressCsv(db, { programId: params.id, studentId, bookId }, clock.now()));
    },
    createAssignment: async ({ actor, params, body }) => {
      await directed(actor, params.id);
      const { kind, subject_id: subjectId, due_on: dueOn, note, restores } = body;
      const given = {
        programId: params.id,
        directorId: actor.userId,
        kind,
        subjectId,
        dueOn,
        note,
        restores,
      };
      return createAssignment(db, given, clock.now());
    },
    updateAssignment: async ({ actor, params: { id, assignmentId }, body }) => {
      await directed(actor, id);
      const given = { programId: id, directorId: actor.userId, id: assignmentId, dueOn: body.due_on };
      await updateAssignment(db, given, clock.now());
      return undefined;
    },
    deleteAssignment: async ({ actor, params: { id, assignmentId } }) => {
      const given = { programId: id, directorId: actor.userId, id: assignmentId };
      await removeAssignment(db, given, clock.now());
      return undefined;
    },
  });
}
