import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { deleteOwnAnnotation, updateOwnAnnotation } from './annotation-queries.ts';
import { getOwnAnnotation } from './annotations.ts';

interface Change {
  readonly text?: string | undefined;
  readonly color?: HighlightColor | undefined;
  readonly unchanged_since?: string | undefined;
}

/**
 * Changes an annotation of the caller. With `unchanged_since`, a text that was changed elsewhere since is not
 * overwritten.
 */
export async function changeAnnotation(
  deps: Deps,
  actor: Actor,
  id: string,
  { text, color, unchanged_since }: Change,
): Promise<Annotation> {
  const written = await updateOwnAnnotation(deps.db, {
    id,
    actor,
    text: text?.trim(),
    color,
    since: unchanged_since ? new Date(unchanged_since) : null,
    now: deps.clock.now(),
  });
  // Throws `not_found` if it does not exist or belongs to another user.
  const stored = await getOwnAnnotation(deps, actor, id);
  if (!written) throw new ProductError('edited_meanwhile');
  return stored;
}

export async function removeAnnotation(
  deps: Deps,
  actor: Actor,
  id: string,
  unchangedSince: string | undefined,
): Promise<undefined> {
  const since = unchangedSince ? new Date(unchangedSince) : null;
  if (await deleteOwnAnnotation(deps.db, { id, userId: actor.userId, since })) return;
  await getOwnAnnotation(deps, actor, id);
  throw new ProductError('edited_meanwhile');
}
