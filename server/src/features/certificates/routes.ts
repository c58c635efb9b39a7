import { certificatesEndpoints } from '@vesalius/contract/certificates';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import { mount } from '../accounts/mount.ts';
import { readCertificateNumber } from './certificate-number.ts';
import { certificateView, verificationView } from './certificate-view.ts';
import { readCredential, signCredential } from './credential.ts';
import { issueEarnedCertificates } from './issue-certificates.ts';
import {
  findByNumber,
  findCertificate,
  getName,
  listCertificates,
  listCertificatesOfBook,
  listRevoked,
} from './queries.ts';
import { readCertificateRequirements, readPendingCertificates } from './read-pending-certificates.ts';
import { claimCredits, reissueCertificate } from './reissue-certificate.ts';
import { loadSigningKey } from './signing-key.ts';
import { signStatusList } from './status-list.ts';
import { readTranscript, transcriptCsv } from './transcript.ts';

/** How long others may keep a list of statuses. */
const STATUS_LIST_AGE_SECONDS = 300;

export async function certificatesRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, clock, config } = deps;
  const { publicUrl } = config;
  const signingKey = await loadSigningKey(config.dataDir, config.secretKey);

  mount(app, deps, certificatesEndpoints, {
    listCertificates: async ({ actor, query: { page, items = PAGE_SIZE.certificates } }) => {
      const slice = sliceOf(page, items);
      // First, because it may issue some.
      const pending = await readPendingCertificates(db, actor, clock.now());
      const [{ rows, count }, name, revoked] = await Promise.all([
        listCertificates(db, actor.userId, slice),
        getName(db, actor.userId),
        listRevoked(db, actor.userId),
      ]);
      return {
        data: rows.map((row) => certificateView(row, { publicUrl, name })),
        metadata: metadataOf(count, page, items),
        pending,
        revoked: revoked.map((each) => ({
          id: each.id,
          book_id: each.bookId,
          book_title: each.bookTitle,
          certificate_type: each.kind,
          certificate_unique_id: each.uniqueId,
          revoked_at: each.revokedAt.toISOString(),
          reason: each.reason,
        })),
      };
    },
    getSingleCertificate: async ({ actor, query: { book_id: bookId, kind } }) => {
      const { userId } = actor;
      await inTransaction(db, (tx) => issueEarnedCertificates(tx, { userId, bookId, now: clock.now() }));
      const rows = await listCertificatesOfBook(db, userId, bookId);
      // Without a kind, the certificate for credit is preferred.
      const row = rows.find((each) => each.kind === (kind ?? 'credit')) ?? (kind ? undefined : rows[0]);
      demand(row, 'certificate_not_valid');
      return certificateView(row, { publicUrl, name: await getName(db, userId) });
    },
    getCertificateRequirements: ({ actor, query: { book_id: bookId } }) =>
      readCertificateRequirements(db, { actor, bookId }, clock.now()),
    verifyCertificate: async ({ params }) => {
      const row = await findByNumber(db, readCertificateNumber(params.certificateUniqueId));
      demand(row, 'certificate_not_valid');
      return verificationView(row);
    },
    claimCredits: async ({ actor: { userId }, params: { id }, body }) => {
      const row = await claimCredits(db, { userId, id, credits: body.credits_claimed }, clock.now());
      return certificateView(row, { publicUrl, name: await getName(db, userId) });
    },
    reissueCertificate: async ({ actor: { userId }, params: { id } }) => {
      const row = await reissueCertificate(db, { userId, id }, clock.now());
      return certificateView(row, { publicUrl, name: row.userName });
    },
    getTranscript: ({ actor }) => readTranscript(db, actor.userId, clock.now()),
    downloadTranscriptCsv: async ({ actor, reply }) => {
      const csv = transcriptCsv(await readTranscript(db, actor.userId, clock.now()));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="transcript.csv"')
        .send(csv);
    },
    downloadCredential: async ({ actor, params, reply }) => {
      const row = await findCertificate(db, actor.userId, params.id);
      demand(row, 'certificate_not_valid');
      const credential = await signCredential(row, publicUrl, signingKey);
      return reply
        .type('application/vc+jwt')
        .header('content-disposition', `attachment; filename="${row.uniqueId}.jwt"`)
        .send(credential);
    },
    verifyCredential: async ({ body }) => {
      const read = await readCredential(body.credential, signingKey);
      const row = read && (await findByNumber(db, read.uniqueId));
      // An older issue was signed as well, but is not the current one.
      demand(row && row.id === read.certificateId, 'certificate_not_valid');
      return verificationView(row);
    },
    getStatusList: async ({ params: { list }, reply }) => {
      const text = await signStatusList(db, { list, publicUrl, key: signingKey, now: clock.now() });
      return reply
        .type('application/vc+jwt')
        .header('cache-control', `public, max-age=${STATUS_LIST_AGE_SECONDS}`)
        .send(text);
    },
    getSigningKeys: async () => ({ keys: [signingKey.publicJwk] }),
  });
}
