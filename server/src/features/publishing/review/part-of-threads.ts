import { MAX_COMMENT_PART_LENGTH, MAX_COMMENTS_PER_PART } from '@vesalius/contract/studio-limits';

/** The first threads that fit into an answer; at least one. */
export function partOf<Thread extends { readonly length: number }>(threads: readonly Thread[]): Thread[] {
  let length = 0;
  const end = threads.findIndex((thread, index) => {
    length += thread.length;
    return index > 0 && (index >= MAX_COMMENTS_PER_PART || length > MAX_COMMENT_PART_LENGTH);
  });
  return threads.slice(0, end < 0 ? undefined : end);
}
