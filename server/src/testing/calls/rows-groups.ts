/** Programs and discussions: valid requests and who may make them. */
import type { discussionsEndpoints } from '@vesalius/contract/discussions';
import type { programsEndpoints } from '@vesalius/contract/programs';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { buildProgram } from '../factories.ts';
import { directs, everybody, inProgram, ladder, only, type Row } from './row.ts';
import type { World } from './world.ts';

type RowsOf<Endpoints> = Record<keyof Endpoints, Row>;
let counter = 0;
const newStudent = () => ({
  first_name: 'Noor',
  second_name: 'Haddad',
  email: `student${++counter}@people.example`,
});
const atProgram = ({ program }: World) => ({ params: { id: program.id } });
/** A student who may be removed. */
const joined = async ({ t, make, program }: World) => {
  const { id } = await make({});
  await sql`insert into program_students (program_id, user_id, joined_at)
    values (${program.id}, ${id}, ${t.clock.now()})`.execute(t.deps.db);
  return { params: { id: program.id, studentId: id } };
};
const students = only(['student', 'fellow'], 404, 'its students; for others it does not exist');
/** A program that its students may leave. */
const studied = async ({ t, people }: World) => {
  const studentIds = [people.student.id, people.fellow.id];
  return { params: { id: (await buildProgram(t.deps.db, { bookIds: [], directorIds: [], studentIds })).id } };
};
const assignment = ({ book }: World) => ({ kind: 'book', subject_id: book.id, due_on: '2026-09-01' });
const assigned = async (world: World) => {
  const { body } = await world.t.call(programsCalls.createAssignment, {
    as: world.people.director,
    ...atProgram(world),
    body: assignment(world),
  });
  return { params: { id: world.program.id, assignmentId: body.id as string } };
};

export const programsRows: RowsOf<typeof programsEndpoints> = {
  studentsOverview: { rule: directs, good: ({ program }) => ({ query: { program_id: program.id } }) },
  assignUsers: {
    rule: directs,
    good: (world) => ({ ...atProgram(world), body: { program: { users: [newStudent()] } } }),
  },
  listImports: { rule: directs, good: atProgram },
  undoImport: {
    rule: directs,
    good: async (world) => {
      const importId = newId();
      await world.t.call(programsCalls.assignUsers, {
        as: world.people.director,
        ...atProgram(world),
        query: { import_id: importId },
        body: { program: { users: [newStudent()] } },
      });
      return { params: { id: world.program.id, importId } };
    },
  },
  resendInvitations: { rule: directs, good: (world) => ({ ...atProgram(world), body: {} }) },
  remindStudents: { rule: directs, good: (world) => ({ ...atProgram(world), body: {} }) },
  removeStudent: { rule: directs, good: joined },
  removeStudents: {
    rule: directs,
    good: async (world) => {
      const { params } = await joined(world);
      return { ...atProgram(world), body: { removal_id: newId(), user_ids: [params.studentId] } };
    },
  },
  listRemovals: { rule: directs, good: atProgram },
  undoRemoval: {
    rule: directs,
    good: async (world) => {
      const { params } = await joined(world);
      const removalId = newId();
      await world.t.call(programsCalls.removeStudents, {
        as: world.people.director,
        ...atProgram(world),
        body: { removal_id: removalId, user_ids: [params.studentId] },
      });
      return { params: { id: world.program.id, removalId } };
    },
  },
  getStudentProgress: {
    rule: directs,
    good: ({ program, people }) => ({ params: { id: program.id, studentId: people.student.id } }),
  },
  listCurrentPrograms: { rule: everybody },
  listUserPrograms: {
    rule: only(['student'], 404, 'with the own id; the id of somebody else does not exist'),
    good: ({ people }) => ({ params: { userId: people.student.id } }),
  },
  shareEarlierResults: { rule: students, good: studied },
  leaveProgram: { rule: students, good: studied },
  getProgramOverview: { rule: directs, good: atProgram },
  getProgramSurvey: {
    rule: directs,
    good: (world) => ({ ...atProgram(world), query: { book_id: world.book.id } }),
  },
  listProgramSurveyWords: {
    rule: directs,
    good: (world) => ({
      ...atProgram(world),
      query: { book_id: world.book.id, question_id: world.survey.open.id },
    }),
  },
  downloadProgressCsv: { rule: directs, good: atProgram },
  createAssignment: { rule: directs, good: (world) => ({ ...atProgram(world), body: assignment(world) }) },
  updateAssignment: {
    rule: directs,
    good: async (world) => ({ ...(await assigned(world)), body: { due_on: assignment(world).due_on } }),
  },
  deleteAssignment: { rule: directs, good: assigned },
};

const topic = { title: 'The valves', content: '<p>How many are there?</p>' };
const ofDirector = async (world: World) => ({
  params: { id: world.program.id, topicId: await world.topicOf('director') },
  body: { topic },
});
const ofStudent = async (world: World) => ({
  params: { id: world.program.id, topicId: await world.topicOf('student') },
});
const comment = async (world: World) => ({
  params: { id: world.program.id, ...(await world.commentOf('student')) },
});
export const discussionsRows: RowsOf<typeof discussionsEndpoints> = {
  listTopics: { rule: inProgram, good: atProgram },
  createTopic: { rule: inProgram, good: (world) => ({ ...atProgram(world), body: { topic } }) },
  getTopic: { rule: inProgram, good: ofStudent },
  replaceTopic: { rule: directs, good: ofDirector },
  updateTopic: {
    rule: ladder(['student'], ['fellow'], 'who wrote it; others of the program are refused'),
    good: async (world) => ({ ...(await ofStudent(world)), body: { topic } }),
  },
  deleteTopic: {
    rule: ladder(['student', 'director'], ['fellow'], 'who wrote it, and the directors of the program'),
    good: ofStudent,
  },
  createComment: {
    rule: inProgram,
    good: async (world) => ({ ...(await ofStudent(world)), body: { comment: { content: 'Four.' } } }),
  },
  deleteComment: {
    rule: ladder(['student'], ['fellow', 'director'], 'who wrote it; directors hide, and do not delete'),
    good: comment,
  },
  hideComment: {
    rule: directs,
    good: async (world) => ({ ...(await comment(world)), body: { reason: 'off the subject' } }),
  },
  showComment: { rule: directs, good: comment },
  getDigestChoice: { rule: everybody },
  setDigestChoice: { rule: everybody, good: () => ({ body: { wants_digest: true } }) },
};
