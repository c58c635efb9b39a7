import { wholeList } from '@vesalius/contract/atoms';
import { fieldText } from '@vesalius/contract/field-text';
import {
  COUNTER_MAX_MONTHS,
  type InstitutionMember,
  type InstitutionQuery,
  institutionsEndpoints,
} from '@vesalius/contract/institutions';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { pageOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { mount } from '../accounts/mount.ts';
import { importPeople } from '../accounts/people-import/import-people.ts';
import { acceptPeopleFiles, peopleOf } from '../accounts/people-import/import-request.ts';
import { listUndoableRemovals, removePeople, undoRemoval } from '../accounts/people-import/remove-people.ts';
import { resendInvitations } from '../accounts/people-import/resend-invitations.ts';
import { listRecentImports, undoImport } from '../accounts/people-import/undo-import.ts';
import { counterCsv, counterJson } from './counter-report.ts';
import { institutionLetters } from './jobs.ts';
import { leaveInstitution } from './leave-institution.ts';
import { memberGroup } from './member-group.ts';
import { asManager, changeManager, removeMember } from './membership.ts';
import {
  listCoveredBooks,
  listDomains,
  listIdsOfBook,
  listMembers,
  listMemberships,
  type MemberRow,
} from './queries.ts';
import { countWaiting, listMissingSeats } from './seat-queries.ts';
import { listUsage } from './usage-queries.ts';

const MEMBERS_PER_PAGE = 20;

export async function institutionsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await acceptPeopleFiles(app);

  const memberships = async (actor: Actor, { institution_id: id }: InstitutionQuery) => {
    const all = await listMemberships(db, actor.userId, clock.now());
    const own = id ? all.find((each) => each.id === id) : all[0];
    demand(own, 'not_found');
    return { own, all };
  };
  const managed = async (actor: Actor, query: InstitutionQuery) => {
    const { own } = await memberships(actor, query);
    demand(own.isManager, 'not_allowed');
    return own;
  };
  /** For calls that change something: an institution that has ended is read-only. */
  const running = async (actor: Actor, query: InstitutionQuery) => {
    const own = await managed(actor, query);
    demand(!own.isEnded, 'institution_ended');
    return own;
  };

  mount(app, deps, institutionsEndpoints, {
    getOwnInstitution: async ({ actor, query }) => {
      const { own, all } = await memberships(actor, query);
      const [domains, books, waiting] = await Promise.all([
        listDomains(db, own.id),
        listCoveredBooks(db, own.id, clock.now()),
        own.isManager && !own.isEnded ? countWaiting(db, own.id) : 0,
      ]);
      return {
        id: own.id,
        name: own.name,
        starts_at: own.startsAt.toISOString(),
        ends_at: own.endsAt.toISOString(),
        is_ended: own.isEnded,
        is_manager: own.isManager,
        seats: own.seats,
        seats_taken: own.taken,
        people_waiting: waiting,
        domains,
        books,
        institutions: all.map(({ id, name, isManager, isEnded, endsAt }) => ({
          id,
          name,
          is_manager: isManager,
          is_ended: isEnded,
          ends_at: endsAt.toISOString(),
        })),
      };
    },
    listMissingSeats: async ({ actor: { userId }, query: { book_id: bookId } }) => {
      const data = await listMissingSeats(db, { userId, bookId }, clock.now());
      return { data, metadata: { count: data.length, currentPage: 1, pages: 1 } };
    },
    listEndedInstitutions: async ({ actor, query: { book_id: bookId } }) => {
      const all = await listMemberships(db, actor.userId, clock.now());
      const covering = bookId === undefined ? null : await listIdsOfBook(db, bookId);
      return wholeList(
        all
          .filter(({ id, isEnded }) => isEnded && covering?.includes(id) !== false)
          .map(({ id, name, endsAt }) => ({ id, name, ends_at: endsAt.toISOString() })),
      );
    },
    listInstitutionMembers: async ({
      actor,
      query: { page, items = MEMBERS_PER_PAGE, search_term: search, activity, order, ...query },
    }) => {
      const { id } = await managed(actor, query);
      const rows = await listMembers(
        db,
        id,
        { search, activity, order, ...sliceOf(page, items) },
        clock.now(),
      );
      return pageOf(rows, page, items, member);
    },
    addInstitutionMembers: async ({ actor, query, body, request }) => {
      const institution = await running(actor, query);
      const listed = body.institution?.users;
      const field = 'institution[users_file]';
      const people = await peopleOf(request, { actorId: actor.userId, field, listed, query });
      const { dry_run: isDryRun, import_id: importId = null } = query;
      const group = memberGroup(institution.id, actor.userId);
      return importPeople(db, { group, actorId: actor.userId, ...people, isDryRun, importId }, clock.now());
    },
    listMemberImports: async ({ actor, query }) =>
      listRecentImports(db, memberGroup((await managed(actor, query)).id, actor.userId), clock.now()),
    undoMemberImport: async ({ actor, params: { importId }, query }) => {
      const group = memberGroup((await running(actor, query)).id, actor.userId);
      return undoImport(db, { group, importId, actorId: actor.userId }, clock.now());
    },
    resendMemberInvitations: async ({ actor, query, body }) => {
      const institution = await running(actor, query);
      const group = memberGroup(institution.id, actor.userId);
      const invitationOf = (userId: string) =>
        institutionLetters.welcomeMember({ institution_id: institution.id, user_id: userId });
      return resendInvitations(db, { group, invitationOf, body }, clock.now());
    },
    updateInstitutionMember: async ({ actor, params: { userId }, query, body }) => {
      const { id: institutionId } = await running(actor, query);
      // Managers change others only. They give up their own place with `leaveInstitution`.
      demand(userId !== actor.userId, 'not_allowed');
      const change = { institutionId, userId, actorId: actor.userId, isManager: body.is_manager };
      await asManager(db, change, (tx) => changeManager(tx, change, clock.now()));
      return undefined;
    },
    removeInstitutionMember: async ({ actor, params: { userId }, query }) => {
      const { id: institutionId } = await running(actor, query);
      demand(userId !== actor.userId, 'not_allowed');
      const member = { institutionId, userId, actorId: actor.userId };
      await asManager(db, member, (tx) => removeMember(tx, member, clock.now()));
      return undefined;
    },
    removeInstitutionMembers: async ({ actor, query, body }) => {
      const group = memberGroup((await running(actor, query)).id, actor.userId);
      const removal = { group, removalId: body.removal_id, userIds: body.user_ids };
      return removePeople(db, removal, clock.now());
    },
    listMemberRemovals: async ({ actor, query }) =>
      listUndoableRemovals(db, memberGroup((await managed(actor, query)).id, actor.userId), clock.now()),
    undoMemberRemoval: async ({ actor, params: { removalId }, query }) => {
      const group = memberGroup((await running(actor, query)).id, actor.userId);
      return undoRemoval(db, { group, removalId }, clock.now());
    },
    leaveInstitution: async ({ actor, query: { institution_id: institutionId } }) => {
      await leaveInstitution(db, { institutionId, userId: actor.userId }, clock.now());
      return undefined;
    },
    getCounterReport: async ({ actor, params: { report }, query, reply }) => {
      const institution = await managed(actor, query);
      const [begin, end] = [query.begin_date.slice(0, 7), query.end_date.slice(0, 7)];
      demand(begin <= end, 'invalid', { end_date: VALUE_MESSAGES.daysOrder });
      // The report has a column per month: centuries would block the process for seconds.
      demand(monthsBetween(begin, end) <= COUNTER_MAX_MONTHS, 'invalid', {
        end_date: fieldText('atMostMonths', { count: COUNTER_MAX_MONTHS }),
      });
      const until = new Date(`${end}-01T00:00:00Z`);
      until.setUTCMonth(until.getUTCMonth() + 1);
      const rows = await deps.readDelayed((delayed) =>
        listUsage(delayed, institution.id, new Date(`${begin}-01T00:00:00Z`), until),
      );
      const input = { report, institution, begin, end, rows, now: clock.now() };
      if (query.format === 'json') return reply.type('application/json').send(counterJson(input));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${report.toUpperCase()}_${begin}_${end}.csv"`)
        .send(counterCsv(input));
    },
  });
}

/** Months from `YYYY-MM` to `YYYY-MM`, both included. */
function monthsBetween(begin: string, end: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return count(end) - count(begin) + 1;
}

const member = (row: MemberRow): InstitutionMember => ({
  id: row.id,
  first_name: row.firstName,
  second_name: row.secondName,
  email: row.email,
  is_manager: row.isManager,
  joined_at: row.joinedAt.toISOString(),
  last_active_at: row.lastActiveAt?.toISOString() ?? null,
  is_pending: row.isPending,
  seat_freed_at: row.seatFreedAt?.toISOString() ?? null,
  invitation_sent_at: row.isPending ? (row.invitationSentAt?.toISOString() ?? null) : null,
});
