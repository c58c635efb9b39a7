/** An author: a person, or an organization with its name in `family` alone. */
export interface AuthorName {
  readonly family: string;
  readonly given: string;
  readonly suffix: string;
}

const ORGANIZATION =
  /\b(?:academy|association|centers?|centres?|college|committee|council|department|federation|foundation|group|hospital|institutes?|ministry|network|organi[sz]ation|society|university)\b/i;
const TITLE = /^(?:dr|prof|professor|sir|dame)\.?\s+/i;
const DEGREE =
  /^(?:M\.?D\.?|Ph\.?D\.?|D\.?O\.?|M\.?Sc|B\.?Sc|M\.?P\.?H|M\.?B\.?B\.?S|M\.?B\.?Ch\.?B|FRCPC?|FRCS|FRCR|FACC|FACP|FACS|MRCP|MRCS|RN|PharmD|Dr\.? ?med\.?)$/;
const SUFFIX = /^(?:Jr|Sr|II|III|IV)\.?$/;
const PARTICLES = new Set(
  'af al bin da dal de del della den der di dos du el ibn la le ten ter van vom von zu zur'.split(' '),
);
const INITIALS = /^(?:\p{Lu}\.?[ -]?){1,3}$/u;

/** The authors as a cover names them: "Ada Byron, MD, and J. van der Berg", "Byron, A.; Berg, J." */
export function authorNames(text: string): AuthorName[] {
  if (text.includes(';')) return text.split(';').flatMap(nameOf);
  const people: string[] = [];
  for (const part of text.split(/\s*,\s*(?:and|&)\s+|\s+(?:and|&)\s+|\s*[,،]\s*/)) {
    const last = people.at(-1);
    if (DEGREE.test(part.trim())) continue;
    // What follows a comma may belong to the name before it.
    if (last && (INITIALS.test(part.trim()) || SUFFIX.test(part.trim())))
      people[people.length - 1] = `${last}, ${part}`;
    else people.push(part);
  }
  // Organizations have "and" in their names.
  return ORGANIZATION.test(text) && people.some((part) => !part.includes(' '))
    ? [{ family: text.trim(), given: '', suffix: '' }]
    : people.flatMap(nameOf);
}

function nameOf(text: string): AuthorName[] {
  const [name = '', ...after] = text
    .trim()
    .replace(TITLE, '')
    .split(/\s*,\s*/);
  if (name === '') return [];
  const suffixAfter = after.find((part) => SUFFIX.test(part)) ?? '';
  const givenAfter = after.filter((part) => !SUFFIX.test(part) && !DEGREE.test(part)).join(' ');
  if (givenAfter) return [{ family: name, given: givenAfter, suffix: bare(suffixAfter) }];
  if (ORGANIZATION.test(name)) return [{ family: name, given: '', suffix: '' }];
  const words = name.split(/\s+/);
  const suffix =
    suffixAfter || (words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : '') || '';
  // "Byron AB", as in a list of references.
  const last = words.at(-1) ?? '';
  if (words.length > 1 && /^\p{Lu}{1,3}$/u.test(last))
    return [{ family: words.slice(0, -1).join(' '), given: [...last].join(' '), suffix: bare(suffix) }];
  let begin = words.length - 1;
  while (begin > 1 && PARTICLES.has(words[begin - 1] ?? '')) begin -= 1;
  return [
    { family: words.slice(begin).join(' '), given: words.slice(0, begin).join(' '), suffix: bare(suffix) },
  ];
}

const bare = (suffix: string) => suffix.replace('.', '');

/** "Jean-Pierre Louis" has the initials J, P, L, in groups of a word. */
export const initialsOf = (given: string): string[][] =>
  given
    .split(/[\s.]+/)
    .filter(Boolean)
    .map((word) => word.split('-').flatMap((part) => [...part].slice(0, 1)));

/** Names in scripts without capital letters have no initials. */
export const hasInitials = ({ given }: AuthorName): boolean => /\p{Lu}/u.test(given);
