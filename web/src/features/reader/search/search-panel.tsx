import { MAX_QUESTION_LENGTH } from '@vesalius/contract/constants';
import type { NoteHit } from '@vesalius/contract/search-hits';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textDirection } from '../../../lib/text-direction.ts';
import { labelOf } from '../page-labels.ts';
import { ToolButton } from '../tool-button.tsx';
import { AnswerList } from './answer-list.tsx';
import { MarkedText } from './marked-text.tsx';
import { MaterialHits } from './material-hits.tsx';
import { HeadingHits, NoteHits } from './other-hits.tsx';
import type { Passage } from './passage.ts';
import classes from './search.module.css';
import type { BookSearch } from './use-book-search.ts';
import { useHitPosition } from './use-hit-position.ts';

export function SearchPanel({
  search,
  labels,
  previewPages,
  fieldRef,
  onStep,
  onChoose,
  onOpenAnswer,
  onOpenPage,
  onOpenNote,
}: {
  search: BookSearch;
  labels: readonly string[] | null;
  /** The number of searched pages if the user cannot read all; null = all pages. */
  previewPages: number | null;
  fieldRef: RefObject<HTMLInputElement | null>;
  onStep: (direction: 1 | -1) => void;
  onChoose: (index: number) => void;
  onOpenAnswer: (answer: Passage) => void;
  onOpenPage: (page: number) => void;
  onOpenNote: (note: NoteHit) => void;
}) {
  const { t } = useTranslation('reader');
  const { hits, current, status } = search;
  const position = useHitPosition();
  const isOneLetter = [...search.text.trim()].length === 1;
  return (
    <div className={classes.search}>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser in use knows the search element */}
      <div role="search" className={classes.head}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (search.text.trim() && status === 'done' && hits.length > 0) onStep(1);
            else search.submit();
          }}
        >
          <input
            ref={fieldRef}
            data-autofocus
            type="search"
            className={classes.field}
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            value={search.text}
            onChange={(event) => search.setText(event.currentTarget.value)}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={MAX_QUESTION_LENGTH}
          />
          <ToolButton
            icon="up"
            label={t('search.previous')}
            disabled={hits.length === 0}
            onClick={() => onStep(-1)}
          />
          <ToolButton
            icon="down"
            label={t('search.next')}
            disabled={hits.length === 0}
            onClick={() => onStep(1)}
          />
        </form>
        <p className={classes.status} role="status">
          {status === 'searching' && t('search.searching')}
          {status === 'idle' && t('search.hint')}
          {status === 'tooShort' && t('search.tooShort')}
          {(status === 'failed' || status === 'unreached') && t(`search.${status}`)}
          {status === 'done' && search.pages > 0 && t('search.pages', { count: search.pages })}
          {status === 'done' && position && <strong>{position}</strong>}
          {status === 'done' &&
            hits.length === 0 &&
            search.pages === 0 &&
            t(search.isElsewhere ? 'search.notOnPages' : 'search.none', { query: search.text })}
          {status === 'done' &&
            search.pages === 0 &&
            previewPages === null &&
            !search.isElsewhere &&
            search.didYouMean.length === 0 &&
            ` ${t(isOneLetter ? 'search.oneLetterHint' : 'search.noneHint')}`}
        </p>
        {(status === 'failed' || status === 'unreached') && (
          <button type="button" className={classes.more} onClick={search.retry}>
            {t('search.again')}
          </button>
        )}
        {status === 'done' && hits.length === 0 && search.didYouMean.length > 0 && (
          <DidYouMean
            questions={search.didYouMean}
            onChoose={(question) => {
              search.submit(question);
              fieldRef.current?.focus();
            }}
          />
        )}
        {previewPages !== null && (
          <p className={classes.hidden}>{t('search.preview', { count: previewPages })}</p>
        )}
      </div>
      <HitList
        search={search}
        labels={labels}
        current={current}
        onChoose={onChoose}
        onOpenAnswer={onOpenAnswer}
        onOpenPage={onOpenPage}
        onOpenNote={onOpenNote}
      />
    </div>
  );
}

/** Offers words of the book that are similar to the search. */
function DidYouMean({
  questions,
  onChoose,
}: {
  questions: readonly string[];
  onChoose: (question: string) => void;
}) {
  const { t } = useTranslation('reader');
  return (
    <p className={classes.meant} role="status">
      {t('search.didYouMean')}{' '}
      {questions.map((question) => (
        <button key={question} type="button" onClick={() => onChoose(question)}>
          <bdi>{question}</bdi>
        </button>
      ))}
    </p>
  );
}

function HitList({
  search,
  labels,
  current,
  onChoose,
  onOpenAnswer,
  onOpenPage,
  onOpenNote,
}: {
  search: BookSearch;
  labels: readonly string[] | null;
  current: number;
  onChoose: (index: number) => void;
  onOpenAnswer: (answer: Passage) => void;
  onOpenPage: (page: number) => void;
  onOpenNote: (note: NoteHit) => void;
}) {
  const { t } = useTranslation('reader');
  const list = useRef<HTMLOListElement | null>(null);
  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className={classes.results}>
      {search.answers.length > 0 && <AnswerList search={search} labels={labels} onOpen={onOpenAnswer} />}
      {search.headings.length > 0 && <HeadingHits hits={search.headings} onOpen={onOpenPage} />}
      {search.notes.length > 0 && <NoteHits hits={search.notes} onOpen={onOpenNote} />}
      {search.materials.length > 0 && <MaterialHits bookId={search.bookId} hits={search.materials} />}
      {search.hits.length > 1 && <OrderSwitch search={search} />}
      <ol ref={list} className={classes.hits} data-hits>
        {search.hits.map((hit, index) => (
          <li key={`${hit.page} ${hit.index}`}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => onChoose(index)}
            >
              <span className={classes.page}>{labelOf(hit.page, labels)}</span>
              <span dir={textDirection(hit.before + hit.match + hit.after)}>
                <MarkedText text={hit.before} terms={search.terms} />
                <mark>{hit.match}</mark>
                <MarkedText text={hit.after} terms={search.terms} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {search.hasMore && (
        <button type="button" className={classes.more} onClick={search.loadMore}>
          {t('search.more')}
        </button>
      )}
    </div>
  );
}

function OrderSwitch({ search: { order, setOrder } }: { search: BookSearch }) {
  const { t } = useTranslation('reader');
  return (
    <label className={classes.order}>
      <input
        type="checkbox"
        checked={order === 'page'}
        onChange={(event) => setOrder(event.currentTarget.checked ? 'page' : 'worth')}
      />
      {t('search.inPageOrder')}
    </label>
  );
}
