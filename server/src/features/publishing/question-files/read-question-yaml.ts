import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { explainIssue } from '../explain-issue.ts';
import { ManifestQuestion } from '../manifest-questions.ts';
import { YamlSource } from '../yaml-source.ts';
import { richText } from './plain-text.ts';
import { ENTRY_PATH, problemOf } from './question-entry.ts';
import { type QuestionFile, refusedFile } from './question-file.ts';
import { QuestionList, tooManyQuestions } from './question-list.ts';

/** Whether the text is a list whose entries have fields of a question. */
export const isQuestionYaml = (text: string): boolean =>
  /^-(?:[ \t]|\r?$)/m.test(text.slice(0, 20_000)) &&
  /^[\s-]{1,20}(?:key|question|choices):/m.test(text.slice(0, 20_000));

/** Reads the product's own list of questions, as in a book folder. */
export async function readQuestionYaml(text: string): Promise<QuestionFile> {
  // Checked before the parser builds a tree of the whole text.
  if ((text.match(/^-[ \t\r\n]/gm)?.length ?? 0) > MAX_QUESTIONS) throw tooManyQuestions();
  const source = new YamlSource('questions', text);
  const [mistake] = source.syntaxMistakes;
  if (mistake) {
    const findings = source.syntaxMistakes.map(({ line, text: words }) => ({
      ...{ kind: 'refused' as const, question: null, title: '', line },
      text: `The file ${line === null ? '' : `on line ${line} `}${words}.`,
    }));
    return { ...refusedFile('YAML', ''), findings };
  }
  if (!Array.isArray(source.value)) return refusedFile('YAML', 'The file holds no list of questions.');
  const list = new QuestionList('YAML');
  for (const [index, value] of (source.value as unknown[]).entries()) {
    const title = (value as { question?: unknown } | null)?.question;
    const entry = list.begin({
      title: typeof title === 'string' ? title : '',
      line: source.lineOf([index]),
    });
    const parsed = ManifestQuestion.safeParse(value, { reportInput: true });
    for (const issue of parsed.error?.issues ?? [])
      for (const problem of explainIssue(issue, ENTRY_PATH))
        entry.refuse(problemOf(problem), source.lineOf([index, ...problem.path.slice(ENTRY_PATH.length)]));
    if (!parsed.success) continue;
    const { key, question, image, choices, justification, justification_image } = parsed.data;
    await entry.finish(
      {
        key,
        content: richText(question, image),
        choices: choices.map((choice) => ({
          content: richText(choice.answer ?? '', choice.image),
          isCorrect: choice.correct,
        })),
        justification: richText(justification ?? '', justification_image),
        page: parsed.data.page,
        section: parsed.data.section,
        keepOrder: parsed.data.keep_order,
      },
      async (name) => ({ named: name }),
    );
  }
  return list.result();
}
