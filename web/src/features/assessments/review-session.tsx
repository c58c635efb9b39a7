import { Badge, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '@vesalius/contract/assessments-review';
import type { Card } from '@vesalius/contract/cards';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/formats.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { QuestionCard } from '../../product/question/question-card.tsx';
import { notifyError } from '../../ui/notify.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import { assessmentsApi, reviewOptions } from './api.ts';
import { CardStep } from './cards/card-step.tsx';
import { ComesBack } from './comes-back.tsx';
import { dueSentences } from './due-sentences.ts';
import paperClasses from './paper.module.css';
import { PaperSkeleton } from './paper.tsx';
import { fromQuiz } from './question-model.ts';
import { focusQuestion, useCheckedAnswer } from './use-checked-answer.ts';

type PageLink = (bookId: string, page: number) => string;

/** A review session: due questions one after the other, each with its result and a link to its page. */
export function ReviewSession({ pageLink, whenDone }: { pageLink: PageLink; whenDone?: ReactNode }) {
  const { t, i18n } = useTranslation('assessments');
  const { data: review, error, refetch } = useQuery({ ...reviewOptions(), staleTime: 0 });
  // What was due at the start stays, because answers change what is due.
  const [sitting, setSitting] = useState<readonly Item[] | null>(null);
  if (error && !review) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!review) return <PaperSkeleton label={t('review.title')} />;
  const items = sitting ?? [...review.due.map((due) => ({ due })), ...review.cards.map((card) => ({ card }))];
  if (items.length === 0)
    return review.next_due_at ? (
      <EmptyState
        title={t(isToday(review.last_reviewed_at) ? 'review.done' : 'review.nothingDue')}
        hint={t('review.doneHint', { date: formatDate(review.next_due_at, i18n.language) })}
        action={whenDone}
      />
    ) : (
      <EmptyState title={t('review.none')} hint={t('review.noneHint')} />
    );
  return (
    <>
      <Text c="dimmed" mb="lg">
        {t('review.intro')} {dueSentences(review, t)}
      </Text>
      <Sitting
        items={items}
        pageLink={pageLink}
        onBegin={() => setSitting(items)}
        onEnd={() => {
          setSitting(null);
          void refetch();
        }}
      />
    </>
  );
}

const isToday = (time: string | null): boolean =>
  time !== null && new Date(time).toDateString() === new Date().toDateString();

type Item = { readonly card: Card } | { readonly due: Review['due'][number] };

/** Questions that went wrong first, then the reader's own cards. */
function Sitting({
  items,
  pageLink,
  onBegin,
  onEnd,
}: {
  items: readonly Item[];
  pageLink: PageLink;
  onBegin: () => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation('assessments');
  const [index, setIndex] = useState(0);
  const current = items[index];
  if (!current) return null;
  const step = {
    number: index + 1,
    count: items.length,
    takesFocus: index > 0,
    pageLink,
    onBegin,
    onNext: () => (index === items.length - 1 ? onEnd() : setIndex(index + 1)),
  };
  return (
    <>
      <Badge variant="light" color="ink" tt="none" fw={500} mb="sm">
        {t('review.from', { book: 'card' in current ? current.card.book.title : current.due.book_title })}
      </Badge>
      {'card' in current ? (
        <CardStep key={current.card.id} card={current.card} {...step} />
      ) : (
        <QuestionStep key={current.due.question.id} due={current.due} {...step} />
      )}
    </>
  );
}

function QuestionStep({
  due: { book_id, question },
  number,
  count,
  takesFocus,
  pageLink,
  onBegin,
  onNext,
}: {
  due: Review['due'][number];
  number: number;
  count: number;
  takesFocus: boolean;
  pageLink: PageLink;
  onBegin: () => void;
  onNext: () => void;
}) {
  const { t, i18n } = useTranslation('assessments');
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    // The button is disabled until an answer is chosen, so the new question gets the focus.
    if (takesFocus) focusQuestion(question.id);
  }, [takesFocus, question.id]);
  const answer = useMutation({
    mutationFn: (choiceId: string) =>
      assessmentsApi.answerReview({ body: { question_id: question.id, answer_choice_id: choiceId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('assessments', 'review') }),
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('submissionError'))),
  });
  const outcome = answer.data;
  const shown = outcome?.question ?? question;
  const markChecked = useCheckedAnswer(useMemo(() => [fromQuiz(shown)], [shown]));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome) onNext();
        else if (chosen) {
          onBegin();
          markChecked(question.id);
          answer.mutate(chosen);
        }
      }}
    >
      <QuestionCard
        question={fromQuiz(shown)}
        number={number}
        count={count}
        chosen={chosen}
        onChoose={answer.isPending ? undefined : setChosen}
        pageLink={(page) => pageLink(book_id, page)}
      />
      <div ref={keepClearOf} className={paperClasses.bar}>
        {outcome ? (
          <ComesBack outcome={outcome} />
        ) : (
          // A spacer keeps the button in its position.
          <span style={{ flex: 1 }} />
        )}
        <Button type="submit" disabled={!outcome && !chosen} loading={answer.isPending}>
          {t(outcome ? (number === count ? 'review.finish' : 'review.next') : 'review.check')}
        </Button>
      </div>
    </form>
  );
}
