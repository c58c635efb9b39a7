import type { MailContent } from '../../../platform/mail/layout.ts';

/** What a letter says of assignments: sentences, and links to them. */
export type LinkedAssignments = { readonly sentences: readonly string[] } & Pick<MailContent, 'links'>;

const MAX_NAMED = 10;

/** One sentence that names the first of them, and their links; neither if there are none. `title`: of the links. */
export function linkedAssignments(
  names: readonly string[],
  items: NonNullable<MailContent['links']>['items'],
  words: {
    readonly title: string;
    readonly separator: string;
    readonly sentence: (names: string) => string;
  },
): LinkedAssignments {
  if (names.length === 0) return { sentences: [] };
  const more = names.length > MAX_NAMED ? ['…'] : [];
  return {
    sentences: [words.sentence([...names.slice(0, MAX_NAMED), ...more].join(words.separator))],
    links: { title: words.title, items: items.slice(0, MAX_NAMED) },
  };
}
