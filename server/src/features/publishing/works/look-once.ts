import type { Deps } from '../../../platform/deps.ts';
import { insertAssetChecks } from '../assets/check-queries.ts';
import { type FileKind, type Look, type LookOptions, lookAtFile } from '../checks/look-at-file.ts';

/** By database, then by content and kind. */
const underWay = new WeakMap<Deps['db'], Map<string, Promise<Look>>>();

/**
 * Looks at a file and stores the result with its content. Callers that ask for the same content at the same time share one
 * look: a check list that is requested twenty times decodes each picture once.
 */
export function lookOnce<Kind extends FileKind>(
  deps: Pick<Deps, 'db' | 'clock' | 'pictures'>,
  { kind, hash, pathOf }: { kind: Kind; hash: string; pathOf: (hash: string) => Promise<string> },
  options: LookOptions,
): Promise<Look<Kind>> {
  const looks = underWay.get(deps.db) ?? new Map<string, Promise<Look>>();
  underWay.set(deps.db, looks);
  const key = `${hash} ${kind}`;
  const known = looks.get(key);
  if (known) return known as Promise<Look<Kind>>;
  const look = async () => {
    const result = await lookAtFile(deps, kind, await pathOf(hash), options);
    await insertAssetChecks(deps.db, [{ hash, kind, look: result }], deps.clock.now());
    return result;
  };
  const begun = look().finally(() => looks.delete(key));
  looks.set(key, begun);
  return begun;
}
