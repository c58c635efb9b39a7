import {
  type CertificateHistory,
  certificatesAdminEndpoints,
  type IssuedCertificate,
  type IssuedCertificatesQuery,
} from '@vesalius/contract/certificates-admin';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { metadataOf, sliceOf } from '../../../platform/lists.ts';
import { mount } from '../../accounts/mount.ts';
import { readCertificateNumber } from '../certificate-number.ts';
import { correctCertificates, reinstateCertificate, revokeCertificates } from './change-issued.ts';
import { issuedCsv } from './issued-csv.ts';
import {
  findIssued,
  type IssuedFilter,
  type IssuedRow,
  listAlsoValid,
  listEarlierIssues,
  listIssued,
  listRevokedWith,
} from './issued-queries.ts';

const ROWS_A_PAGE = 20;
const MAX_EARLIER_ISSUES = 100;

export function certificatesStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  async function readHistory(number: string): Promise<CertificateHistory> {
    const row = await findIssued(db, readCertificateNumber(number));
    demand(row, 'certificate_not_valid');
    const [earlier, alsoValid, revokedWith] = await Promise.all([
      listEarlierIssues(db, row.uniqueId, MAX_EARLIER_ISSUES),
      listAlsoValid(db, row),
      listRevokedWith(db, row),
    ]);
    return {
      ...presentIssued(row),
      account_name: row.nameToday,
      final_score: row.finalScore,
      final_total: row.finalTotal,
      same_name: alsoValid.filter(({ userName }) => userName === row.userName).map(presentOther),
      also_valid: alsoValid.map(presentOther),
      revoked_with: revokedWith.map(presentOther),
      earlier_issue_count: earlier[0]?.count ?? 0,
      earlier_issues: earlier.map((issue) => ({
        id: issue.id,
        user_name: issue.userName,
        credits_claimed: issue.creditsClaimed,
        issued_at: issue.issuedAt.toISOString(),
        replaced_at: issue.replacedAt.toISOString(),
        reason: issue.reason,
      })),
    };
  }

  mount(app, deps, certificatesAdminEndpoints, {
    listIssuedCertificates: async ({ query }) => {
      const { page, items = ROWS_A_PAGE } = query;
      const slice = sliceOf(page, items);
      const { rows, count } = await listIssued(db, filterOf(query), slice);
      return {
        data: rows.map(presentIssued),
        metadata: metadataOf(count, page, items),
      };
    },
    downloadIssuedCertificates: async ({ actor, query, reply }) => {
      // The export contains names and addresses: record who downloaded it.
      await inTransaction(db, (tx) =>
        recordAudit(
          tx,
          {
            actorId: actor.userId,
            action: 'certificate.export',
            subjectType: 'certificates',
            subjectId: 'csv',
            detail: query,
          },
          clock.now(),
        ),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="certificates.csv"')
        .send(issuedCsv(db, filterOf(query)));
    },
    getIssuedCertificate: ({ params }) => readHistory(params.number),
    correctCertificate: async ({ actor, params: { number }, body }) => {
      const { user_name: userName, reason } = body;
      const issues = [{ number, issue_id: body.issue_id }, ...body.also].map(
        ({ number: typed, issue_id: issueId }) => ({ number: typed, issueId }),
      );
      await correctCertificates(deps, { actorId: actor.userId, issues, userName, reason });
      return readHistory(number);
    },
    revokeCertificate: async ({ actor, params: { number }, body: { reason, also } }) => {
      await revokeCertificates(deps, { actorId: actor.userId, numbers: [number, ...also], reason });
      return readHistory(number);
    },
    reinstateCertificate: async ({ actor, params: { number } }) => {
      await reinstateCertificate(deps, { actorId: actor.userId, number });
      return readHistory(number);
    },
  });
}

const filterOf = (query: z.output<typeof IssuedCertificatesQuery>): IssuedFilter => ({
  search: query.search_term || undefined,
  bookId: query.book_id,
  kind: query.kind,
  state: query.state,
  from: query.from,
  to: query.to,
});

const presentOther = ({ id, uniqueId, kind }: Pick<IssuedRow, 'id' | 'uniqueId' | 'kind'>) => ({
  id,
  number: uniqueId,
  kind,
});

const presentIssued = (row: IssuedRow): IssuedCertificate => ({
  id: row.id,
  number: row.uniqueId,
  state: row.revokedAt ? 'revoked' : 'valid',
  kind: row.kind,
  user_name: row.userName,
  user_id: row.userId,
  email: row.email,
  book_id: row.bookId,
  book_title: row.bookTitle,
  book_version: row.bookVersion,
  title: row.title,
  provider: row.provider,
  hours_of_participation: row.hoursOfParticipation,
  credits_maximum: row.creditsMaximum,
  credits_claimed: row.creditsClaimed,
  completed_on: row.completedOn,
  issued_at: row.issuedAt.toISOString(),
  revoked_at: row.revokedAt?.toISOString() ?? null,
  revoked_reason: row.revokedReason,
});
