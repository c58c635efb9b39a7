import { type Explained, explainIssue } from '../explain-issue.ts';
import { ManifestQuestion } from '../manifest-questions.ts';
import type { Path } from '../mistakes.ts';
import { type RichText, shorten } from './plain-text.ts';
import type { Finding } from './question-file.ts';
import type { FindPicture, QuestionList } from './question-list.ts';

export interface DraftChoice {
  readonly content: RichText;
  readonly isCorrect: boolean;
  readonly feedback?: RichText | null;
}

/** A question as read from a file. */
export interface Draft {
  /** The key in the file; null = a key is made from the name. */
  readonly key: string | null;
  /** The question's name in the file. */
  readonly name?: string | null;
  readonly content: RichText;
  readonly choices: readonly DraftChoice[];
  readonly justification: RichText | null;
  readonly keepOrder?: boolean | undefined;
  readonly page?: number | undefined;
  readonly section?: string | undefined;
}

/** Losses that many questions of one file share, as a sentence about the file. */
const COMMON_LOSSES: Readonly<Record<string, string>> = {
  formatting: 'Bold, italics and other formatting are left out',
  'descriptions of pictures': 'Descriptions of pictures are left out',
};
const MAX_FINDINGS_OF_ONE = 20;
/** The path of a single question's schema in the manifest. */
export const ENTRY_PATH: Path = ['final_test', 'questions', 0];

/** One question while it is read. */
export class QuestionEntry {
  readonly number: number;
  readonly title: string;
  readonly #list: QuestionList;
  readonly #line: number | null;
  #findingCount = 0;
  #isRefused = false;

  constructor(list: QuestionList, number: number, { title, line }: { title: string; line: number | null }) {
    this.#list = list;
    this.number = number;
    this.title = shorten(title.replace(/\s+/g, ' ').trim());
    this.#line = line;
  }

  refuse(text: string, line = this.#line): void {
    const isFirst = !this.#isRefused;
    this.#isRefused = true;
    this.#say('refused', text, line, isFirst);
  }

  leaveOut(text: string): void {
    this.#say('left_out', text);
  }

  check(text: string): void {
    this.#say('check', text);
  }

  #say(kind: Finding['kind'], text: string, line = this.#line, isNeeded = false): void {
    this.#findingCount += 1;
    if (this.#findingCount > MAX_FINDINGS_OF_ONE && !isNeeded) this.#list.omit();
    else this.#list.add({ kind, question: this.number, title: this.title, line, text });
  }

  /** Adds the question to the list, or reports why not. */
  async finish(draft: Draft, findPicture: FindPicture): Promise<void> {
    const justification = this.#chooseJustification(draft);
    for (const text of [draft.content, ...draft.choices.map(({ content }) => content), justification])
      if (text) this.#tellLosses(text);
    this.#checkRightAnswer(draft);
    if (this.#isRefused) return;
    const image = await this.#picture(draft.content, 'the question', findPicture);
    const justificationImage =
      justification && (await this.#picture(justification, 'the justification', findPicture));
    const choices = [];
    for (const [index, { content, isCorrect }] of draft.choices.entries()) {
      const picture = await this.#picture(content, `choice ${index + 1}`, findPicture);
      if (content.text === '' && !picture) this.refuse(`Choice ${index + 1} is empty.`);
      choices.push({
        ...(content.text !== '' && { answer: content.text }),
        ...(picture && { image: picture }),
        correct: isCorrect,
      });
    }
    this.#take(draft, {
      key: draft.key ?? 'made-later',
      question: draft.content.text,
      ...(image && { image }),
      ...(justification?.text && { justification: justification.text }),
      ...(justificationImage && { justification_image: justificationImage }),
      ...(draft.page !== undefined && { page: draft.page }),
      ...(draft.section !== undefined && { section: draft.section }),
      ...(draft.keepOrder !== undefined && { keep_order: draft.keepOrder }),
      choices,
    });
  }

  /** Reports the schema's issues in the words of the import. */
  #take(draft: Draft, question: unknown): void {
    const parsed = ManifestQuestion.safeParse(question, { reportInput: true });
    for (const issue of parsed.error?.issues ?? [])
      for (const { path, text } of explainIssue(issue, ENTRY_PATH)) this.refuse(problemOf({ path, text }));
    if (parsed.success) this.#checkSameChoices(parsed.data);
    if (draft.key !== null && !this.#isRefused) this.#list.claimKey(draft.key, this);
    if (parsed.success && !this.#isRefused)
      this.#list.take(parsed.data, draft.key === null ? (draft.name ?? '') : null, this.number);
  }

  /** Returns the explanation of the whole question, or that of its right choice; the format has no place for others. */
  #chooseJustification({ justification, choices }: Draft): RichText | null {
    const isFull = (text: RichText | null | undefined): text is RichText =>
      text !== null && text !== undefined && (text.text !== '' || text.pictures.length > 0);
    const ofRight = choices.find(({ isCorrect, feedback }) => isCorrect && isFull(feedback))?.feedback;
    const chosen = isFull(justification) ? justification : (ofRight ?? null);
    const rest = choices.filter(({ feedback }) => isFull(feedback) && feedback !== chosen).length;
    if (rest > 0) {
      const whose = rest === 1 ? 'one choice' : `${rest} choices`;
      this.leaveOut(`The feedback of ${whose} is left out: a question here has one justification.`);
    }
    return chosen;
  }

  #tellLosses({ losses, obstacle }: RichText): void {
    if (obstacle !== null) this.refuse(`It ${obstacle}.`);
    for (const loss of losses) {
      const common = COMMON_LOSSES[loss];
      if (common) this.#list.leaveOutOfMany(common);
      else if (/letters$/.test(loss))
        this.check(`It has ${loss} for which there are no signs; they are written as ^(text) or _(text).`);
      else this.leaveOut(`It has ${loss}, which cannot be shown and is left out.`);
    }
  }

  #checkRightAnswer({ choices }: Draft): void {
    const right = choices.filter(({ isCorrect }) => isCorrect).length;
    if (choices.length === 0) this.refuse('It has no choices.');
    else if (choices.length === 1) this.refuse('It has one choice; at least two are needed.');
    else if (right === 0) this.refuse('It has no right answer.');
    else if (right > 1)
      this.refuse(`It has ${right} right answers; a question here has exactly one, so it cannot be taken.`);
  }

  #checkSameChoices({ choices }: ManifestQuestion): void {
    const seen = new Map<string, number>();
    for (const [index, { answer, image }] of choices.entries()) {
      const identity = answer?.trim() ?? `image ${image}`;
      const first = seen.get(identity);
      if (first !== undefined) this.refuse(`Choices ${first + 1} and ${index + 1} say the same.`);
      else seen.set(identity, index);
    }
  }

  /** Returns the first picture that can be read: a question has one picture. */
  async #picture({ pictures }: RichText, where: string, find: FindPicture): Promise<string | undefined> {
    let chosen: string | undefined;
    for (const source of new Set(pictures)) {
      const picture = await find(source);
      if ('named' in picture) {
        chosen ??= picture.named;
        this.check(
          `It names the picture "${shorten(picture.named)}", which this file does not hold; add it to the work.`,
        );
        continue;
      }
      const name = shorten(picture.name, 100);
      if (chosen !== undefined) {
        this.leaveOut(`The picture "${name}" is left out: ${where} can have one picture.`);
        continue;
      }
      const stored = 'problem' in picture ? picture : await this.#list.shelf.add(picture.name, picture.bytes);
      if (stored.problem === null) chosen = stored.name;
      else this.leaveOut(`The picture "${name}" of ${where} is left out: it ${stored.problem}.`);
    }
    return chosen;
  }
}

const LABELS: Readonly<Record<string, string>> = {
  key: 'The key',
  question: 'The text of the question',
  image: 'The picture',
  justification: 'The justification',
  justification_image: 'The picture of the justification',
  page: 'The page',
  section: 'The section',
  keep_order: 'The field "keep_order"',
};

/** A schema issue of a field, as a sentence. */
export function problemOf({ path, text }: Explained): string {
  const [field = '', index, part] = path.slice(ENTRY_PATH.length);
  const sentence = (label: string) => `${label} ${text}${text.endsWith('?') ? '' : '.'}`;
  if (field !== 'choices') return sentence(LABELS[field] ?? (field === '' ? 'The question' : `"${field}"`));
  if (typeof index !== 'number') return sentence('The list of choices');
  if (part !== undefined && !['answer', 'image', 'correct'].includes(String(part)))
    return sentence(`"${part}" of choice ${index + 1}`);
  return sentence(part === 'image' ? `The picture of choice ${index + 1}` : `Choice ${index + 1}`);
}
