import { lastPagesOfSets, oneRun, type PageRun } from '@vesalius/contract/page-runs';
import type { Deps } from '../../platform/deps.ts';
import { makePageGrant } from './page-grant.ts';

interface Release {
  readonly bookId: string;
  readonly revision: number;
  /** Null: the pages are stored below the book's own id. */
  readonly runs: readonly PageRun[] | null;
  readonly pages: number;
}

export const runsOf = ({ bookId, revision, runs, pages }: Release): readonly PageRun[] =>
  runs ?? oneRun(bookId, revision, pages);

/**
 * Everything from which a reader computes the addresses of all pages up to `lastPage`: the page sets, and a grant for
 * each.
 */
export function makePageFiles(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  release: Release,
  lastPage: number,
  lifeSeconds?: number,
) {
  const now = clock.now();
  const runs = runsOf(release);
  const { bookId: id, revision: number } = release;
  const scope = { kind: 'release', id, number, lastPage } as const;
  const { grant, expiresAt } = makePageGrant(config.secretKey, scope, now, lifeSeconds);
  const grants: Record<string, string> = {};
  for (const [set, lastOfSet] of lastPagesOfSets(runs, lastPage)) {
    const [setId = '', setNumber] = set.split('/');
    const setScope = { kind: 'set', id: setId, number: Number(setNumber), lastPage: lastOfSet } as const;
    grants[set] = makePageGrant(config.secretKey, setScope, now, lifeSeconds).grant;
  }
  return { grant, expires_at: expiresAt.toISOString(), runs: [...runs], grants };
}
