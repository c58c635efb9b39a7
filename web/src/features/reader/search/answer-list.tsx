import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textDirection } from '../../../lib/text-direction.ts';
import { GeneratedAnswer } from '../../../product/generated-answer.tsx';
import { labelOf } from '../page-labels.ts';
import { MarkedText } from './marked-text.tsx';
import type { Passage } from './passage.ts';
import classes from './search.module.css';
import type { BookSearch } from './use-book-search.ts';

/** Sentences of the book that answer a question, with their pages. */
export function AnswerList({
  search,
  labels,
  onOpen,
}: {
  search: BookSearch;
  labels: readonly string[] | null;
  onOpen: (answer: Passage) => void;
}) {
  const { t } = useTranslation('reader');
  const heading = useId();
  const { summarizable } = search;
  return (
    <section className={classes.answers} aria-labelledby={heading}>
      <h2 id={heading}>{t('search.answers')}</h2>
      <ol>
        {search.answers.map((answer) => (
          <li key={`${answer.page} ${answer.quote}`}>
            <button type="button" onClick={() => onOpen(answer)}>
              <q dir={textDirection(answer.quote)}>
                <MarkedText text={answer.quote} terms={search.terms} />
              </q>
              <span className={classes.source}>
                {t('search.answerPage', { page: labelOf(answer.page, labels) })}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {summarizable && (
        <GeneratedAnswer
          key={summarizable.question}
          {...summarizable}
          sourceOf={(source, quote) => (
            <button type="button" onClick={() => onOpen({ page: source.page, quote })}>
              {t('search.answerPage', { page: source.label })}
            </button>
          )}
        />
      )}
    </section>
  );
}
