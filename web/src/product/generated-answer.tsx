import { useMutation } from '@tanstack/react-query';
import type {
  GeneratedAnswer as Generated,
  GeneratedAnswersEndpoints,
} from '@vesalius/contract/generated-answers';
import { generatedAnswersCalls } from '@vesalius/contract/generated-answers-calls';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, clientFor } from '../lib/api-client.ts';
import { textDirection } from '../lib/text-direction.ts';
import { useErrorText } from '../lib/use-error-text.ts';
import { announce } from '../ui/announce.ts';
import buttons from '../ui/buttons.module.css';
import classes from './generated-answer.module.css';

const client = clientFor<GeneratedAnswersEndpoints>(generatedAnswersCalls);
const USED_UP: readonly string[] = ['summaries_used_up', 'summaries_paused'];

export type GeneratedSentence = Generated['sentences'][number];

/** Offers a summary of the quoted passages below them. Its `key` is the question: another one starts anew. */
export function GeneratedAnswer({
  question,
  bookId,
  sourceOf,
}: {
  question: string;
  /** Absent: of all books of the reader. */
  bookId?: string;
  /** Leads to the page of a source. */
  sourceOf: (source: GeneratedSentence['sources'][number], text: string) => ReactNode;
}) {
  const { t } = useTranslation('shell');
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      bookId === undefined
        ? client.generateLibraryAnswer({ body: { question } })
        : client.generateBookAnswer({ params: { id: bookId }, body: { question } }),
  });
  const count = data?.sentences.length;
  const isUsedUp = error instanceof CallError && USED_UP.includes(error.code);
  const isOffered = !data && !isUsedUp;
  useEffect(
    function tellResult() {
      if (count !== undefined) announce(count > 0 ? t('generated.done', { count }) : t('generated.none'));
    },
    [count, t],
  );
  useEffect(
    function takeFocusOfButton() {
      if (!isOffered && document.activeElement === document.body) section.current?.focus();
    },
    [isOffered],
  );
  return (
    <section
      ref={section}
      className={classes.generated}
      tabIndex={-1}
      aria-labelledby={data ? heading : undefined}
    >
      {isOffered && (
        <button
          type="button"
          className={`${buttons.secondary} ${buttons.small}`}
          aria-disabled={isPending || undefined}
          aria-busy={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t(isPending ? 'generated.loading' : error ? 'generated.again' : 'generated.ask')}
        </button>
      )}
      <Failure error={error} isUsedUp={isUsedUp} />
      {data && (
        <>
          <h3 id={heading}>{t('generated.title')}</h3>
          <p className={classes.note}>{t(data.sentences.length > 0 ? 'generated.note' : 'generated.none')}</p>
          <ul>
            {data.sentences.map(({ text, sources }) => (
              <li key={text}>
                <span dir={textDirection(text)}>{text}</span>{' '}
                {sources.map((source) => (
                  <span key={`${source.book_id} ${source.page}`} className={classes.source}>
                    {sourceOf(source, text)}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The region stays in the document, because one that is inserted together with its text is not announced. */
function Failure({ error, isUsedUp }: { error: Error | null; isUsedUp: boolean }) {
  const { t } = useTranslation('shell');
  const text = useErrorText(error ?? undefined);
  return (
    <p className={classes.note} role="status">
      {error && (isUsedUp ? text : t('generated.failed', { reason: text }))}
    </p>
  );
}
