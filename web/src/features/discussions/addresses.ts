import { paths } from '../../lib/paths.ts';
import type { Session } from '../../lib/stored-session.ts';

const directs = (session: Session | null) => session?.role === 'program_director';

/** Directors and students use the same screens at different addresses. */
export const topicAddress = (session: Session | null, programId: string, topicId: string): string =>
  directs(session) ? paths.directorTopic.to(programId, topicId) : paths.studentTopic.to(programId, topicId);

export const topicsAddress = (session: Session | null, programId: string): string =>
  directs(session) ? paths.directorTopics.to(programId) : paths.programStudentTopics.to(programId);
