import {
  entriesOf,
  type Fields,
  idOf,
  type Path,
  type Value,
  valueAt,
} from '@vesalius/contract/working-copy-document';

/** What prevents a question from being published: the code is the key of its text. */
type ProblemCode =
  | 'noText'
  | 'fewChoices'
  | 'emptyChoice'
  | 'sameChoice'
  | 'noRight'
  | 'severalRight'
  | 'noSuchPage'
  | 'noSection';
/** `field`: the question's own field, or `choice ` and the id of one. */
export interface Problem {
  readonly field: string;
  readonly code: ProblemCode;
}

export const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
export const choicesOf = (question: Fields): readonly Fields[] =>
  Array.isArray(question.choices) ? entriesOf(question.choices) : [];
export const choiceId = (choice: Fields): string => idOf(choice) ?? '';

/** The sections of the chapter test that contains a list of questions; null if the questions have none. */
export function sectionsOf(document: Fields, list: Path): readonly Fields[] | null {
  if (list[0] !== 'tests') return null;
  const sections = valueAt(document, [...list.slice(0, 2), 'sections']);
  return Array.isArray(sections) ? entriesOf(sections) : [];
}

/** Applies the rules of the check list that concern a single question. */
export function problemsOf(
  question: Fields,
  { pageCount, sections }: { pageCount: number; sections: readonly Fields[] | null },
): Problem[] {
  const choices = choicesOf(question);
  const problems: Problem[] = [];
  const say = (field: string, code: ProblemCode) => problems.push({ field, code });
  if (textOf(question.question) === '') say('question', 'noText');
  if (choices.length < 2) say('choices', 'fewChoices');
  const seen = new Set<string>();
  for (const choice of choices) {
    const [answer, image] = [textOf(choice.answer), textOf(choice.image)];
    const identity = answer || (image && `image ${image}`);
    if (!identity) say(`choice ${choiceId(choice)}`, 'emptyChoice');
    else if (seen.has(identity)) say(`choice ${choiceId(choice)}`, 'sameChoice');
    seen.add(identity);
  }
  const right = choices.filter(({ correct }) => correct === true).length;
  if (choices.length > 0 && right !== 1) say('choices', right === 0 ? 'noRight' : 'severalRight');
  const { page } = question;
  if (typeof page === 'number' && (page < 1 || page > pageCount || !Number.isInteger(page)))
    say('page', 'noSuchPage');
  if (sections && !sections.some((section) => idOf(section) === question.section))
    say('section', 'noSection');
  return problems;
}
