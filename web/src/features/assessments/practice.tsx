import { Button, NativeSelect, SegmentedControl, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { REVIEW_SESSION_SIZE } from '@vesalius/contract/assessments-limits';
import type { Practice as Offer, PracticeKind } from '@vesalius/contract/assessments-review';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { notifyError } from '../../ui/notify.ts';
import { FailedState } from '../../ui/states.tsx';
import { assessmentsApi, practiceOptions } from './api.ts';
import { comingDays } from './coming-days.ts';
import classes from './practice.module.css';
import type { Item } from './review-sitting.tsx';

const KINDS = ['all', 'missed', 'new'] as const;
type Wanted = (typeof KINDS)[number];

/** Practice though nothing is due, and what comes back in the next days. */
export function Practice({
  takesFocus,
  onBegin,
}: {
  takesFocus: boolean;
  onBegin: (items: readonly Item[]) => void;
}) {
  const { t } = useTranslation('assessments');
  const { data: offer, error, refetch } = useQuery({ ...practiceOptions(), staleTime: 0 });
  const box = useRef<HTMLElement>(null);
  const titleId = useId();
  const isShown = offer !== undefined;
  useEffect(() => {
    if (takesFocus && isShown) box.current?.focus();
  }, [takesFocus, isShown]);
  if (error && !offer) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!offer || (offer.books.length === 0 && offer.coming.length === 0)) return null;
  return (
    <section ref={box} tabIndex={-1} className={classes.practice} aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId}>
        {t(offer.books.length > 0 ? 'practice.title' : 'practice.coming')}
      </Title>
      <ComingDays coming={offer.coming} />
      {offer.books.length > 0 && <PracticeForm books={offer.books} onBegin={onBegin} />}
    </section>
  );
}

function ComingDays({ coming }: { coming: Offer['coming'] }) {
  const { t } = useTranslation('assessments');
  const { today, tomorrow, week } = comingDays(coming, new Date());
  if (week === 0) return null;
  return (
    <dl className={classes.coming}>
      {today > 0 && <Day name={t('practice.today')} number={today} />}
      <Day name={t('practice.tomorrow')} number={tomorrow} />
      <Day name={t('practice.week')} number={week} />
    </dl>
  );
}

const Day = ({ name, number }: { name: string; number: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{number}</dd>
  </div>
);

/** Which questions, and the button that begins with them. */
function PracticeForm({
  books,
  onBegin,
}: {
  books: Offer['books'];
  onBegin: (items: readonly Item[]) => void;
}) {
  const { t, i18n } = useTranslation('assessments');
  const kindId = useId();
  const [bookId, setBook] = useState('');
  const [chapterId, setChapter] = useState('');
  const [wanted, setWanted] = useState<Wanted>('all');
  const book = books.find((each) => each.book_id === bookId);
  const chapter = book?.chapters.find(({ id }) => id === chapterId);
  const parts = chapter ? [chapter] : book ? [book] : books;
  const missed = parts.reduce((sum, { number_missed }) => sum + number_missed, 0);
  const unanswered = parts.reduce((sum, { number_new }) => sum + number_new, 0);
  const numbers = { all: missed + unanswered, missed, new: unanswered };
  const kind = numbers[wanted] > 0 ? wanted : 'all';
  const begin = useMutation({
    mutationFn: () =>
      assessmentsApi.listPracticeQuestions({
        query: {
          ...(book ? { book_id: book.book_id } : {}),
          ...(chapter ? { chapter_id: chapter.id } : {}),
          ...(kind === 'all' ? {} : { kind: kind satisfies PracticeKind }),
        },
      }),
    onSuccess: ({ questions }) => {
      if (questions.length > 0) onBegin(questions.map((practiced) => ({ practiced })));
    },
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('practice.notLoaded'))),
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
    >
      <Text c="dimmed" size="sm">
        {t('practice.hint')}
      </Text>
      <NativeSelect
        size="md"
        label={t('practice.book')}
        value={book ? bookId : ''}
        onChange={(event) => {
          setBook(event.currentTarget.value);
          setChapter('');
        }}
        data={[
          { value: '', label: t('practice.allBooks') },
          ...books.map(({ book_id, book_title }) => ({ value: book_id, label: book_title })),
        ]}
      />
      {book && book.chapters.length > 0 && (
        <NativeSelect
          size="md"
          label={t('practice.chapter')}
          value={chapter ? chapterId : ''}
          onChange={(event) => setChapter(event.currentTarget.value)}
          data={[
            { value: '', label: t('practice.allChapters') },
            ...book.chapters.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      <div>
        <Text size="sm" fw={500} id={kindId} mb={4}>
          {t('practice.kind')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={kindId}
          value={kind}
          onChange={(value) => setWanted(KINDS.find((each) => each === value) ?? 'all')}
          data={KINDS.map((value) => ({
            value,
            label: t(`practice.${value}`, { number: numbers[value] }),
            disabled: numbers[value] === 0,
          }))}
        />
      </div>
      <Button type="submit" loading={begin.isPending} style={{ justifySelf: 'start' }}>
        {t('practice.begin', { count: Math.min(numbers[kind], REVIEW_SESSION_SIZE) })}
      </Button>
    </form>
  );
}
