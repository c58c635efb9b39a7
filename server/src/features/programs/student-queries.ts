import type { Activity, PeopleOrder } from '@vesalius/contract/people-activity';
import type { StudentState } from '@vesalius/contract/programs-limits';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one } from '../../platform/database/database.ts';
import { containing, PLANNED_FOR_ITS_TERM, turned } from '../../platform/database/terms.ts';
import type { BooksTable, ProgramStudentsTable, UsersTable } from '../../schema/tables.ts';
import { activityOrder } from '../accounts/activity-order.ts';
import { titleWithEdition } from '../commerce/edition-columns.ts';
import { isStudentWith, lastActivity } from './last-activity.ts';
import { programStates } from './program-states.ts';
import { completedAt, hiddenBefore, isShown } from './shown-results.ts';
import { studentState } from './state-columns.ts';

export interface StudentRow
  extends Pick<UsersTable, 'firstName' | 'secondName' | 'email' | 'imageKey'>,
    Pick<ProgramStudentsTable, 'joinedAt'> {
  readonly id: string;
  /** Null = all results are visible. */
  readonly hiddenBefore: Date | null;
  readonly state: StudentState;
  /** Of an invitation that is not accepted. */
  readonly invitationSentAt: Date | null;
  readonly lastActiveAt: Date | null;
  readonly remindedAt: Date | null;
  readonly count: number;
}

/** A student without the progress. */
export type ListedPerson = Pick<
  StudentRow,
  'id' | 'firstName' | 'secondName' | 'email' | 'imageKey' | 'joinedAt' | 'hiddenBefore'
>;

interface StudentFilter {
  readonly userIds?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly state?: StudentState | undefined;
  readonly activity?: Activity | undefined;
  /** If given, the list is empty for a user who does not direct the program. */
  readonly directorId?: string | undefined;
}

/** By a part of the name in either order, or of the address. */
export const isCalled = (search: string) => {
  const term = containing(search);
  return sql`(u.plain_name like plain_text(${term}) or u.plain_name like plain_text(${containing(turned(search))})
    or lower(u.email) like lower(${term}))`;
};

const students = (
  programId: string,
  { userIds, search, state, activity, directorId }: StudentFilter,
  now: Date,
  joined: RawBuilder<unknown> = sql``,
) => sql`
  from program_students ps join users u on u.id = ps.user_id ${joined}
  where ps.program_id = ${programId}
    ${
      directorId
        ? sql`and exists (select 1 from program_directors where program_id = ${programId} and user_id = ${directorId})`
        : sql``
    }
    ${userIds ? sql`and u.id = any(${[...userIds]}::uuid[])` : sql``}
    ${search ? sql`and ${isCalled(search)}` : sql``}
    ${activity ? sql`and ${isStudentWith(programId, activity, now)}` : sql``}
    ${state ? sql`and u.id in (select id from (${programStates(programId, now)}) s where s.state = ${state})` : sql``}`;

/**
 * One page of students, by name unless another order is given. The program's students are read and sorted: walking the index of
 * all names might read every reader of the product. The state is computed only for the rows of the page, unless it is a filter.
 */
export const listStudents = (
  db: Db,
  programId: string,
  { order = 'name', ...filter }: StudentFilter & { order?: PeopleOrder; limit: number; offset: number },
  now: Date,
): Promise<StudentRow[]> => {
  const isByActivity = order !== 'name';
  const lastActive = isByActivity ? sql`active.at` : sql`null::timestamptz`;
  const active = isByActivity
    ? sql`left join (${lastActivity(programId)}) active on active.user_id = u.id`
    : sql``;
  const inOrder = sql`${activityOrder(order, sql`ps.active_at`)} ps.name, ps.id`;
  return many(
    db,
    sql<StudentRow>`${filter.search ? PLANNED_FOR_ITS_TERM : sql``}
      with found as materialized (
        select u.id, ps.joined_at, ps.results_from, ps.reminded_at, ${lastActive} as active_at,
          lower(u.first_name || ' ' || u.second_name) collate "C" as name
        ${students(programId, filter, now, active)})
      select u.id, u.first_name as "firstName", u.second_name as "secondName", u.email, u.image_key as "imageKey",
        ps.joined_at as "joinedAt", ${hiddenBefore} as "hiddenBefore", ${studentState(programId, now)} as state, ps.count,
        ps.reminded_at as "remindedAt",
        case when u.email_verified_at is null then u.invitation_sent_at end as "invitationSentAt",
        greatest((select max(bp.updated_at) from book_progress bp join program_books pb on pb.book_id = bp.book_id
            and pb.program_id = ${programId} where bp.user_id = u.id and ${isShown(sql`bp.updated_at`, 'ps')}),
          (select max(t.submitted_at) from attempts t join program_books pb on pb.book_id = t.book_id
            and pb.program_id = ${programId} where t.user_id = u.id and ${isShown(sql`t.submitted_at`, 'ps')})) as "lastActiveAt"
      from (
        select ps.*, (select count(*)::int from found) as count
        from found ps order by ${inOrder} limit ${filter.limit} offset ${filter.offset}) ps
      join users u on u.id = ps.id
      order by ${inOrder}`,
  );
};

export const listStudentIds = async (
  db: Db,
  programId: string,
  filter: StudentFilter,
  now: Date,
): Promise<string[]> =>
  (await many(db, sql<{ id: string }>`select u.id ${students(programId, filter, now)}`)).map(({ id }) => id);

/** For a page after the last one, which has no row with the total. */
export const countStudents = async (
  db: Db,
  programId: string,
  filter: StudentFilter,
  now: Date,
): Promise<number> =>
  (await one(db, sql<{ count: number }>`select count(*)::int as count ${students(programId, filter, now)}`))
    .count;

export const findStudent = (db: Db, programId: string, studentId: string) =>
  maybeOne(
    db,
    sql<ListedPerson>`
      select u.id, u.first_name as "firstName", u.second_name as "secondName", u.email,
        u.image_key as "imageKey", ps.joined_at as "joinedAt", ${hiddenBefore} as "hiddenBefore"
      from program_students ps join users u on u.id = ps.user_id
      where ps.program_id = ${programId} and ps.user_id = ${studentId}`,
  );

export interface Points {
  readonly score: number;
  readonly total: number;
}
export interface BookStanding extends Pick<BooksTable, 'releaseDate'> {
  readonly userId: string;
  readonly bookId: BooksTable['id'];
  readonly title: string;
  readonly tests: number;
  readonly testsDone: number;
  readonly final: Points | null;
  readonly hasFinal: boolean;
  readonly isCompleted: boolean;
  /** Null = the book has no certificate. */
  readonly isCertified: boolean | null;
  readonly requiresPages: boolean;
  readonly requiresTests: boolean;
  readonly mandatoryTests: number;
  readonly mandatorySolved: number;
  /** The last chapter of the book whose pre-test is solved. */
  readonly lastPre: { id: string; title: string; pre: Points; post: Points | null } | null;
}

/** The given students of a program, in the form that `isShown` reads. */
const givenStudents = (programId: string, studentIds: readonly string[]) => sql`(
  select o.id, o.nr, ps.results_from from unnest(${[...studentIds]}::uuid[]) with ordinality as o(id, nr)
  join program_students ps on ps.program_id = ${programId} and ps.user_id = o.id)`;

/** The best attempt at the final test. */
const bestFinal = sql`(select jsonb_build_object('score', f.score, 'total', f.total) from attempts f
  where f.user_id = s.id and f.book_id = b.id and f.kind = 'final' and ${isShown(sql`f.submitted_at`, 's')}
  order by f.score::real / greatest(f.total, 1) desc, f.submitted_at limit 1)`;

const turn = (kind: 'pre' | 'post') => sql`(select jsonb_build_object('score', a.score, 'total', a.total)
  from attempts a where a.user_id = s.id and a.kind = ${kind} and a.subject_id = t.id
    and ${isShown(sql`a.submitted_at`, 's')})`;

/** Each student of a page with each book of the program, in one statement. */
export const listStandings = (
  db: Db,
  programId: string,
  studentIds: readonly string[],
  now: Date,
): Promise<BookStanding[]> =>
  many(
    db,
    sql<BookStanding>`
      select s.id as "userId", b.id as "bookId", b.title, to_char(b.release_date, 'YYYY-MM-DD') as "releaseDate",
        b.tests, coalesce(done.count, 0) as "testsDone", ${bestFinal} as final, last_pre.facts as "lastPre",
        b.has_final as "hasFinal",
        exists (select 1 from book_progress bp where bp.user_id = s.id and bp.book_id = b.id
          and bp.status = 'completed' and ${isShown(completedAt, 's')}) as "isCompleted",
        case when b.has_certificate then exists (select 1 from certificates c
          where c.user_id = s.id and c.book_id = b.id and ${isShown(sql`c.completed_at`, 's')}
            and c.replaced_at is null and c.revoked_at is null) end as "isCertified",
        b.requires_pages as "requiresPages", b.requires_tests as "requiresTests", b.mandatory_tests as "mandatoryTests",
        case when b.requires_tests then (select count(*)::int from attempts m
          join tests t on t.id = m.subject_id and t.is_mandatory and t.retired_at is null
          where m.user_id = s.id and m.book_id = b.id and m.kind = 'post'
            and ${isShown(sql`m.submitted_at`, 's')}) else 0 end as "mandatorySolved"
      from ${givenStudents(programId, studentIds)} s
      cross join (
        select b.id, ${titleWithEdition} as title, b.release_date, pb.position, b.certificate is not null as has_certificate,
          coalesce((b.certificate->>'requires_pages_read')::boolean, false) as requires_pages,
          coalesce((b.certificate->>'requires_mandatory_tests')::boolean, false) as requires_tests,
          (select count(*)::int from tests t where t.book_id = b.id and t.is_mandatory and t.retired_at is null)
            as mandatory_tests,
          exists (select 1 from final_tests f where f.book_id = b.id and f.retired_at is null) as has_final,
          (select count(*)::int from tests t where t.book_id = b.id and t.retired_at is null) as tests
        from program_books pb join books b on b.id = pb.book_id and b.published_at <= ${now}
        where pb.program_id = ${programId}) b
      left join lateral (
        select count(*)::int as count from attempts pre
        join attempts post on post.user_id = pre.user_id and post.kind = 'post' and post.subject_id = pre.subject_id
        join tests t on t.id = pre.subject_id and t.retired_at is null
        where pre.user_id = s.id and pre.book_id = b.id and pre.kind = 'pre'
          and ${isShown(sql`pre.submitted_at`, 's')} and ${isShown(sql`post.submitted_at`, 's')}) done on true
      left join lateral (
        select jsonb_build_object('id', t.id, 'title', t.title, 'pre', ${turn('pre')}, 'post', ${turn('post')}) as facts
        from attempts a join tests t on t.id = a.subject_id
        where a.user_id = s.id and a.book_id = b.id and a.kind = 'pre' and ${isShown(sql`a.submitted_at`, 's')}
        order by t.pre_page desc, t.id limit 1) last_pre on true
      order by b.position, b.id`,
  );

export interface TestScores extends Pick<BooksTable, 'author' | 'coverKey' | 'edition'> {
  readonly userId: string;
  readonly bookId: BooksTable['id'];
  readonly title: string;
  readonly tests: { id: string; title: string; pre: Points | null; post: Points | null }[];
  readonly final: Points | null;
}

/** Every chapter test of every book, or of one, for givenStudents students. */
export const listTestScores = (
  db: Db,
  programId: string,
  studentIds: readonly string[],
  now: Date,
  bookId?: string,
): Promise<TestScores[]> =>
  many(
    db,
    sql<TestScores>`
      select s.id as "userId", b.id as "bookId", ${titleWithEdition} as title, b.edition, b.author, b.cover_key as "coverKey", ${bestFinal} as final,
        coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title,
            'pre', ${turn('pre')}, 'post', ${turn('post')}) order by t.pre_page, t.id)
          from tests t where t.book_id = b.id and t.retired_at is null), '[]') as tests
      from ${givenStudents(programId, studentIds)} s
      cross join program_books pb
      join books b on b.id = pb.book_id and b.published_at <= ${now}
      where pb.program_id = ${programId} ${bookId ? sql`and b.id = ${bookId}` : sql``}
      order by s.nr, pb.position, b.id`,
  );
