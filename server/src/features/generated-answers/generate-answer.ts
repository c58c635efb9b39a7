import type { GeneratedAnswer } from '@vesalius/contract/generated-answers';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { SharedLimit } from '../../platform/shared-limit.ts';
import type { LibraryPageRow } from '../search/rank-library-pages.ts';
import { sentencesOf } from '../search/sentences.ts';
import { type AnswerModel, answerModel } from './answer-model.ts';
import { checkedSentences } from './checked-sentences.ts';
import { Circuit } from './circuit.ts';
import { takeAnswer } from './daily-budget.ts';

/** The number of pages that the model gets, and the most characters of each. */
export const MAX_PASSAGES = 6;
const MAX_PASSAGE_LENGTH = 4000;
/** Requests to the model at the same time, of this process and of one reader. */
const CONCURRENCY = { max: 8, maxPerKey: 2 };
const RETRY_AFTER_SECONDS = 5;

interface AskedPassages {
  readonly userId: string;
  readonly question: string;
  /** Pages that this reader may read, best first. */
  readonly pages: readonly LibraryPageRow[];
}
type GenerateAnswer = (asked: AskedPassages) => Promise<GeneratedAnswer>;

/** Null without a configured model. */
export function answerGenerator(deps: Deps): GenerateAnswer | null {
  const { config } = deps;
  const { ANSWER_MODEL_URL: url, ANSWER_MODEL_KEY: key, ANSWER_MODEL_NAME: name } = config;
  if (!url || !key || !name) return null;
  const model = answerModel({ url, key, name, timeoutMs: config.ANSWER_MODEL_TIMEOUT_SECONDS * 1000 });
  const limit = new SharedLimit(CONCURRENCY);
  const circuit = new Circuit();
  return async ({ userId, question, pages }) => {
    const passages = pages
      .slice(0, MAX_PASSAGES)
      .map((page) => ({ page, sentences: shortened(sentencesOf(page.text)) }))
      .filter(({ sentences }) => sentences.length > 0);
    if (passages.length === 0) return { sentences: [] };
    const release = limit.take(userId);
    if (!release) throw new ProductError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    try {
      const texts = passages.map(({ sentences }) => sentences.join(' '));
      const text = await callWithinBudget(deps, { model, circuit, userId }, { question, passages: texts });
      const checked = checkedSentences(
        text,
        passages.map(({ sentences }) => sentences),
      );
      return {
        sentences: checked.map((sentence) => ({
          text: sentence.text,
          sources: sentence.passages.flatMap((index) => sourceOf(passages[index]?.page)),
        })),
      };
    } finally {
      release();
    }
  };
}

async function callWithinBudget(
  { db, clock, config }: Deps,
  { model, circuit, userId }: { model: AnswerModel; circuit: Circuit; userId: string },
  request: Parameters<AnswerModel>[0],
): Promise<string> {
  const budget = { reader: config.ANSWER_MODEL_READER_DAY, total: config.ANSWER_MODEL_TOTAL_DAY };
  if (!circuit.take(clock.now()))
    throw new ProductError('provider_failed', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const giveBack = await takeAnswer(db, budget, { userId, now: clock.now() });
  try {
    const text = await model(request);
    circuit.succeed();
    return text;
  } catch (error) {
    // The site's count stays: the provider may charge for what it did not deliver.
    await giveBack();
    circuit.fail(clock.now());
    throw new ProductError('provider_failed', { cause: error });
  }
}

/** Sentences up to the limit. */
function shortened(sentences: readonly string[]): string[] {
  let length = 0;
  return sentences.filter((sentence) => {
    length += sentence.length + 1;
    return length <= MAX_PASSAGE_LENGTH;
  });
}

const sourceOf = (page: LibraryPageRow | undefined) =>
  page ? [{ book_id: page.bookId, title: page.title, page: page.page, label: page.label }] : [];
