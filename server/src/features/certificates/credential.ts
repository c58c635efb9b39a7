import { createHash } from 'node:crypto';
import { compactVerify, SignJWT } from 'jose';
import { verificationUrl } from './certificate-view.ts';
import type { CertificateRow } from './queries.ts';
import { headerOf, type SigningKey } from './signing-key.ts';
import { statusEntry } from './status-list.ts';

const ISSUER_NAME = 'Vesalius';

/**
 * The certificate as an Open Badges 3.0 achievement credential (1EdTech; W3C Verifiable Credentials 2.0). It contains the
 * holder's name as printed, but no mail address or account id.
 */
function openBadge(row: CertificateRow, publicUrl: string): Record<string, unknown> {
  const url = verificationUrl(publicUrl, row.uniqueId);
  const claimed = row.creditsClaimed;
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: `urn:uuid:${row.id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.title,
    issuer: { id: publicUrl, type: ['Profile'], name: row.provider ?? ISSUER_NAME, url: publicUrl },
    validFrom: row.issuedAt.toISOString(),
    credentialSubject: {
      id: subjectOf(row),
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: false,
          identityHash: row.userName,
          identityType: 'name',
        },
      ],
      activityEndDate: row.completedAt.toISOString(),
      ...(claimed === null ? {} : { creditsEarned: claimed }),
      achievement: {
        id: `${publicUrl}/book-profile/${row.bookId}`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: row.title,
        description: row.description || row.title,
        criteria: {
          narrative: `${row.bookTitle}, edition ${row.bookVersion}, by ${row.authorName}. ${narrativeOf(row)}`,
        },
        ...(row.creditsMaximum === null ? {} : { creditsAvailable: row.creditsMaximum }),
      },
      result: [{ type: ['Result'], value: `${row.finalScore}/${row.finalTotal}` }],
    },
    credentialStatus: statusEntry(row.statusNumber, publicUrl),
    evidence: [{ id: url, type: ['Evidence'], name: row.uniqueId }],
  };
}

/** What was required and done; certificates that were issued before that was stored keep their text. */
function narrativeOf({ requirements, provider }: CertificateRow): string {
  if (!requirements) return 'The final test was solved with 70 percent or more, and the survey answered.';
  const deeds = [
    `solving ${requirements.final_test_percent} percent or more of the final test`,
    ...(requirements.mandatory_tests ? ['solving every mandatory test'] : []),
    ...(requirements.pages_percent ? [`reading ${requirements.pages_percent} percent of the pages`] : []),
    ...(requirements.survey ? ['answering the survey'] : []),
  ];
  return `Awarded by ${provider ?? ISSUER_NAME} for ${new Intl.ListFormat('en').format(deeds)}.`;
}

/** The same for all credentials of one person, and useless for looking up the person. */
const subjectOf = ({ userId }: CertificateRow): string =>
  `urn:sha256:${createHash('sha256').update(userId).digest('hex')}`;

/**
 * A VC-JWT as in Open Badges 3.0: the payload is the credential, and the header contains the public key. `kid` names that key in
 * the published key set, where a verifier finds that it is ours.
 */
export function signCredential(row: CertificateRow, publicUrl: string, key: SigningKey): Promise<string> {
  const credential = openBadge(row, publicUrl);
  return new SignJWT(credential)
    .setProtectedHeader(headerOf(key))
    .setIssuer(publicUrl)
    .setJti(credential.id as string)
    .setSubject(subjectOf(row))
    .setNotBefore(row.issuedAt)
    .sign(key.privateKey);
}

/** The number and issue of the certificate that one of our credentials was made from; null for anything else. */
export async function readCredential(
  text: string,
  key: SigningKey,
): Promise<{ uniqueId: string; certificateId: string } | null> {
  try {
    const { payload } = await compactVerify(text.trim(), key.publicKey, { algorithms: ['EdDSA'] });
    const { evidence, id } = JSON.parse(new TextDecoder().decode(payload)) as {
      evidence: { name: string }[];
      id: string;
    };
    return { uniqueId: evidence[0]?.name ?? '', certificateId: id.replace('urn:uuid:', '') };
  } catch {
    return null; // not a JWT, not signed by us, or another structure
  }
}
