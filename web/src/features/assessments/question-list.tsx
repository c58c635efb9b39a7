import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../product/marks.tsx';
import { useDisclosure } from '../../ui/use-disclosure.ts';
import classes from './question-list.module.css';

type QuestionState = 'answered' | 'open' | 'right' | 'wrong';
export interface ListedQuestion {
  readonly id: string;
  readonly state: QuestionState;
  readonly marked: boolean;
}
type Filter = 'all' | 'open' | 'wrong' | 'marked';

/** A button that opens a list of all question numbers with their states. Each number leads to its question. */
export function QuestionList({
  questions,
  at,
  onGo,
}: {
  questions: readonly ListedQuestion[];
  /** The number of the first question on the current page, at which the list opens. */
  at: number;
  onGo: (id: string) => void;
}) {
  const { t } = useTranslation('assessments');
  const box = useRef<HTMLDivElement>(null);
  const { open, toggle, close } = useDisclosure(box);
  const [filter, setFilter] = useState<Filter>('all');
  const of: Record<Filter, (question: ListedQuestion) => boolean> = {
    all: () => true,
    open: ({ state }) => state === 'open',
    wrong: ({ state }) => state === 'wrong',
    marked: ({ marked }) => marked,
  };
  const isTaken = questions.some(({ state }) => state === 'right' || state === 'wrong');
  const filters: Filter[] = isTaken ? ['all', 'wrong'] : ['all', 'open', 'marked'];
  const shown = questions.flatMap((question, index) =>
    of[filter](question) ? [{ ...question, number: index + 1 }] : [],
  );
  return (
    <div ref={box} className={classes.box}>
      <Button
        type="button"
        variant="default"
        aria-expanded={open}
        leftSection={<Mark name="list" size={16} />}
        onClick={toggle}
      >
        {t('list.button')}
      </Button>
      {open && (
        <section className={classes.panel} aria-label={t('list.button')}>
          <div className={classes.filters}>
            {filters.map((each) => (
              <button
                key={each}
                type="button"
                className={classes.filter}
                aria-pressed={each === filter}
                onClick={() => setFilter(each)}
              >
                {t(`list.${each}`, { count: questions.filter(of[each]).length })}
              </button>
            ))}
          </div>
          {shown.length === 0 ? (
            <p className={classes.none}>{t('list.none')}</p>
          ) : (
            <Numbers
              key={filter}
              start={shown.findIndex(({ number }) => number >= at)}
              questions={shown}
              onGo={(id) => {
                close();
                onGo(id);
              }}
            />
          )}
        </section>
      )}
    </div>
  );
}

/** One tab stop; arrow keys move between the numbers. */
function Numbers({
  questions,
  start,
  onGo,
}: {
  /** The start index among the shown questions; -1 = the first. */
  start: number;
  questions: readonly (ListedQuestion & { readonly number: number })[];
  onGo: (id: string) => void;
}) {
  const { t } = useTranslation('assessments');
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(Math.max(0, start));
  const stop = Math.min(current, questions.length - 1);
  const [opensAt] = useState(stop);
  useEffect(() => {
    grid.current?.querySelectorAll('button')[opensAt]?.scrollIntoView?.({ block: 'nearest' });
  }, [opensAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!grid.current) return;
    const style = getComputedStyle(grid.current);
    const columns = style.gridTemplateColumns.split(' ').length;
    const forward = style.direction === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -stop,
      End: questions.length - 1 - stop,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = stop + step;
    if (next < 0 || next >= questions.length) return;
    setCurrent(next);
    grid.current.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={grid}
      className={classes.numbers}
      role="toolbar"
      aria-label={t('list.numbers')}
      onKeyDown={onKeyDown}
    >
      {questions.map(({ id, number, state, marked }, index) => (
        <button
          key={id}
          type="button"
          className={classes.number}
          data-state={state}
          tabIndex={index === stop ? 0 : -1}
          aria-label={t(marked ? 'list.markedQuestion' : 'list.question', {
            number,
            state: t(`list.states.${state}`),
          })}
          onClick={() => onGo(id)}
        >
          {number}
          {marked && <Mark name="flag" size={12} />}
        </button>
      ))}
    </div>
  );
}
