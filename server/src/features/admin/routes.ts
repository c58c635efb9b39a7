import { type AdminEndpoints, adminEndpoints } from '@vesalius/contract/admin';
import type { QueryOf } from '@vesalius/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import type { AccountReactions } from '../accounts/account-reactions.ts';
import { mount } from '../accounts/mount.ts';
import {
  addMember,
  appointManager,
  endInstitution,
  getInstitution,
  listInstitutions,
  removeMember,
  storeInstitution,
} from '../institutions/staff/change-institution.ts';
import { auditCsv } from './audit-csv.ts';
import { type AuditFilter, findNames, listAuditLog } from './audit-queries.ts';
import {
  endPersonSessions,
  invitePerson,
  removePersonSecondFactor,
  renamePerson,
  resendMail,
  verifyPerson,
} from './change-person.ts';
import { updatePerson } from './change-role.ts';
import { extendSubscription, grantAccess } from './change-subscription.ts';
import { discardJob, listFailedJobs, retryJobs } from './failed-jobs.ts';
import { getPerson } from './get-person.ts';
import { listPersonAccess } from './list-person-access.ts';
import { peopleCsv } from './people-csv.ts';
import type { FoundBy } from './people-search.ts';
import { MAX_PEOPLE } from './people-search.ts';
import { listPeople, type PersonListRow } from './person-queries.ts';
import { idsOfAudit, presentAudit } from './present-audit.ts';
import { listProducts, MAX_PRODUCTS } from './product-queries.ts';

const PAGE = 20;

/** A page of rows, each of which has the total number of rows; at most `most` are listed. */
function paged<Row extends { total: number }, Item>(
  rows: readonly Row[],
  { page, items = PAGE }: { page: number; items?: number | undefined },
  present: (row: Row) => Item,
  most = Number.POSITIVE_INFINITY,
) {
  const total = rows[0]?.total ?? 0;
  const count = Math.min(total, most);
  const more = total > most ? { more: true } : {};
  return { data: rows.map(present), metadata: { ...metadataOf(count, page, items), ...more } };
}
const span = ({ page, items = PAGE }: { page: number; items?: number | undefined }) => sliceOf(page, items);

const auditFilter = ({
  subject_id: subjectId,
  actor_id: actorId,
  person_id: personId,
  action,
  from,
  to,
}: QueryOf<AdminEndpoints['downloadAuditLog']>): AuditFilter => ({
  ...{ subjectId, actorId, personId, action, from, to },
});

export function adminRoutes(app: FastifyInstance, deps: Deps, reactions: AccountReactions): void {
  const { db, clock } = deps;
  mount(app, deps, adminEndpoints, {
    listPeople: async ({ query }) => {
      const now = clock.now();
      const filter = { search: query.search_term, role: query.role_name, now, ...span(query) };
      const present = (row: PersonListRow & { foundBy: FoundBy | null }) => ({
        id: row.id,
        email: row.email,
        name: row.name.trim(),
        role_name: row.role,
        email_verified: row.emailVerified,
        is_beta: row.isBeta,
        institution_name: row.institutionName,
        created_at: row.createdAt.toISOString(),
        last_seen_at: row.lastSeenAt?.toISOString() ?? null,
        found_by: row.foundBy,
      });
      return paged(await listPeople(db, filter), query, present, MAX_PEOPLE);
    },
    downloadPeople: async ({ actor, query, reply }) => {
      const now = clock.now();
      // The export contains names and addresses: record who downloaded it.
      const record = {
        action: 'user.export',
        subjectType: 'users',
        subjectId: 'csv',
        detail: query,
      } as const;
      await inTransaction(db, (tx) => recordAudit(tx, { actorId: actor.userId, ...record }, now));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="people.csv"')
        .send(peopleCsv(db, { search: query.search_term, role: query.role_name, now }));
    },
    getPerson: ({ params }) => getPerson(db, params.id, clock.now()),
    listPersonAccess: async ({ params, query }) => {
      const { page, items = PAGE, readable, search_term: search } = query;
      const filter = { readable, search, ...span(query) };
      const { count, books } = await listPersonAccess(db, params.id, filter, clock.now());
      return {
        data: books.map(({ bookId: book_id, title, replaced, granted, reasons }) => ({
          book_id,
          title,
          replaced,
          granted,
          reasons: [...reasons],
        })),
        metadata: metadataOf(count, page, items),
      };
    },
    invitePerson: ({ actor, body }) => invitePerson(deps, actor, body),
    updatePerson: async ({ actor, params, body }) => {
      await updatePerson(deps, actor, params.id, body);
      return getPerson(db, params.id, clock.now());
    },
    renamePerson: async ({ actor, params, body }) => {
      await renamePerson(deps, actor, params.id, body);
      return getPerson(db, params.id, clock.now());
    },
    verifyPerson: async ({ actor, params }) => {
      await verifyPerson(deps, reactions, actor, params.id);
      return getPerson(db, params.id, clock.now());
    },
    endPersonSessions: async ({ actor, params }) => void (await endPersonSessions(deps, actor, params.id)),
    removeSecondFactor: async ({ actor, params }) =>
      void (await removePersonSecondFactor(deps, actor, params.id)),
    resendMail: async ({ actor, params, body }) => void (await resendMail(deps, actor, params.id, body.kind)),
    grantSubscription: async ({ actor, params, body }) => {
      await grantAccess(deps, actor, params.id, body);
      return getPerson(db, params.id, clock.now());
    },
    extendSubscription: ({ actor, params, body }) => extendSubscription(deps, actor, params.id, body),
    listProducts: async ({ query }) =>
      paged(
        await listProducts(db, { search: query.search_term, kind: query.kind, id: query.id, ...span(query) }),
        query,
        (row) => row,
        MAX_PRODUCTS,
      ),
    listInstitutions: async ({ query }) => {
      const filter = { search: query.search_term, ...span(query) };
      return paged(await listInstitutions(db, filter, clock.now()), query, ({ total, ...row }) => row);
    },
    createInstitution: async ({ actor, body }) => ({ id: await storeInstitution(deps, actor, null, body) }),
    getInstitution: ({ params }) => getInstitution(db, params.id, clock.now()),
    updateInstitution: async ({ actor, params, body }) => {
      await storeInstitution(deps, actor, params.id, body);
      return getInstitution(db, params.id, clock.now());
    },
    endInstitution: async ({ actor, params }) => {
      await endInstitution(deps, actor, params.id);
      return getInstitution(db, params.id, clock.now());
    },
    addInstitutionMember: async ({ actor, params, body }) => {
      await addMember(deps, actor, params.id, body);
      return getInstitution(db, params.id, clock.now());
    },
    appointInstitutionManager: async ({ actor, params, body }) => {
      await appointManager(deps, actor, { ...params, isManager: body.is_manager });
      return getInstitution(db, params.id, clock.now());
    },
    removeInstitutionMember: async ({ actor, params }) =>
      void (await removeMember(deps, actor, params.id, params.userId)),
    listFailedJobs: async ({ query }) =>
      paged(await listFailedJobs(db, span(query)), query, (job) => ({
        id: job.id,
        kind: job.kind,
        person: job.person,
        attempts: job.attempts,
        last_error: job.lastError,
        created_at: job.createdAt.toISOString(),
        dead_at: job.deadAt.toISOString(),
      })),
    retryAllJobs: async ({ actor }) => ({ jobs: await retryJobs(deps, actor, null) }),
    retryJob: async ({ actor, params }) => void (await retryJobs(deps, actor, params.id)),
    discardJob: async ({ actor, params }) => void (await discardJob(deps, actor, params.id)),
    listAuditLog: async ({ query }) => {
      const rows = await listAuditLog(db, { ...auditFilter(query), ...span(query) });
      const names = await findNames(db, idsOfAudit(rows));
      return paged(rows, query, (row) => presentAudit(row, names));
    },
    downloadAuditLog: async ({ actor, query, reply }) => {
      const record = {
        action: 'audit.export',
        subjectType: 'audit',
        subjectId: 'csv',
        detail: query,
      } as const;
      await inTransaction(db, (tx) => recordAudit(tx, { actorId: actor.userId, ...record }, clock.now()));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(auditCsv(db, auditFilter(query)));
    },
  });
}
