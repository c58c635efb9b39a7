/** All rows by feature and call, next to the contract's table. */
import { type Call, PORTAL_OF_ROLE, type Portal, prefixOf } from '@vesalius/contract/calls';
import type { Endpoint } from '@vesalius/contract/endpoints';
import { endpointTable } from '@vesalius/contract/table';
import type { Row } from './row.ts';
import { adminRows, commerceAdminRows, commerceRows } from './rows-business.ts';
import { discussionsRows, programsRows } from './rows-groups.ts';
import {
  accountsRows,
  institutionsRows,
  lettersRows,
  resumableUploadsRows,
  supportRows,
} from './rows-people.ts';
import { publishingAdminRows } from './rows-publishing.ts';
import {
  assessmentsRows,
  bookLifeRows,
  cardsRows,
  catalogueRows,
  certificatesAdminRows,
  certificatesRows,
  generatedAnswersRows,
  lecturesRows,
  notebookRows,
  readerRows,
} from './rows-reading.ts';
import { workCommentsRows, workPreviewRows, workReleasesRows, workReviewRows } from './rows-releases.ts';
import { studioRows, workFilesRows, workQuestionsRows, workStudiesRows } from './rows-studio.ts';
import { type Caller, roleOf } from './world.ts';

const ROWS: Readonly<Record<keyof typeof endpointTable, Readonly<Record<string, Row>>>> = {
  accounts: accountsRows,
  letters: lettersRows,
  catalogue: catalogueRows,
  reader: readerRows,
  notebook: notebookRows,
  generatedAnswers: generatedAnswersRows,
  lectures: lecturesRows,
  assessments: assessmentsRows,
  cards: cardsRows,
  certificates: certificatesRows,
  commerce: commerceRows,
  programs: programsRows,
  discussions: discussionsRows,
  institutions: institutionsRows,
  support: supportRows,
  resumableUploads: resumableUploadsRows,
  admin: adminRows,
  commerceAdmin: commerceAdminRows,
  certificatesAdmin: certificatesAdminRows,
  studio: studioRows,
  workReleases: workReleasesRows,
  bookLife: bookLifeRows,
  workPreview: workPreviewRows,
  workReview: workReviewRows,
  workComments: workCommentsRows,
  workFiles: workFilesRows,
  workStudies: workStudiesRows,
  workQuestions: workQuestionsRows,
  publishingAdmin: publishingAdminRows,
};

/** A call under one of its portals. */
export interface Mounted {
  readonly feature: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly portal: Portal;
  readonly row: Row | undefined;
}
export const mountedCalls: readonly Mounted[] = Object.entries(endpointTable).flatMap(
  ([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
      endpoint.portals.map((portal) => {
        const row = ROWS[feature as keyof typeof ROWS]?.[name];
        return { feature, name, endpoint, portal, row };
      }),
    ),
);
export const addressOf = ({ portal, endpoint }: { portal: Portal; endpoint: Call }): string =>
  `${prefixOf(endpoint, portal)}${endpoint.path}`;
export const successOf = ({ status, answer, raw }: Endpoint): number => status ?? (answer || raw ? 200 : 204);

/** What the contract alone decides, before any rule of ownership: the guards of a call. Null = admitted. */
export function guardOf({ endpoint, portal }: Mounted, caller: Caller): 401 | 403 | null {
  if (endpoint.ignoresSession) return null;
  const open = endpoint.who === 'open';
  if (caller === 'none') return open ? null : 401;
  // A token that is sent must be valid, even if the call needs none.
  if (caller === 'broken' || caller === 'expired') return 401;
  const role = roleOf(caller);
  if (role && portal !== 'root' && PORTAL_OF_ROLE[role] !== portal) return 403;
  if (caller === 'unverified' && !open && !endpoint.unverified) return 403;
  return null;
}

/** The status of a valid request. */
export function expectedOf(mounted: Mounted, caller: Caller): number {
  const guarded = guardOf(mounted, caller);
  if (guarded) return guarded;
  const status = mounted.row?.rule.of(caller) ?? 'ok';
  return status === 'ok' ? successOf(mounted.endpoint) : status;
}
