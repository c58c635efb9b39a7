import { Badge, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Review } from '@vesalius/contract/assessments-review';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/formats.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { QuestionCard } from '../../product/question/question-card.tsx';
import { notifyError } from '../../ui/notify.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import { assessmentsApi, reviewOptions } from './api.ts';
import { ComesBack } from './comes-back.tsx';
import paperClasses from './paper.module.css';
import { PaperSkeleton } from './paper.tsx';
import { fromQuiz } from './question-model.ts';
import { focusQuestion, useCheckedAnswer } from './use-checked-answer.ts';

type PageLink = (bookId: string, page: number) => string;

/** A review session: due questions one after the other, each with its result and a link to its page. */
export function ReviewSession({ pageLink }: { pageLink: PageLink }) {
  const { t, i18n } = useTranslation('assessments');
  const { data: review, error, refetch } = useQuery({ ...reviewOptions(), staleTime: 0 });
  // The questions that were due at the start stay, because answers change what is due.
  const [sitting, setSitting] = useState<Review['due'] | null>(null);
  if (error && !review) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!review) return <PaperSkeleton label={t('review.title')} />;
  const due = sitting ?? review.due;
  if (due.length === 0)
    return review.next_due_at ? (
      <EmptyState
        title={t('review.done')}
        hint={t('review.doneHint', { date: formatDate(review.next_due_at, i18n.language) })}
      />
    ) : (
      <EmptyState title={t('review.none')} hint={t('review.noneHint')} />
    );
  return (
    <>
      <Text c="dimmed" mb="lg">
        {t('review.intro')} {t('review.dueCount', { count: review.number_due })}.
      </Text>
      <Sitting
        due={due}
        pageLink={pageLink}
        onBegin={() => setSitting(due)}
        onEnd={() => {
          setSitting(null);
          void refetch();
        }}
      />
    </>
  );
}

function Sitting({
  due,
  pageLink,
  onBegin,
  onEnd,
}: {
  due: Review['due'];
  pageLink: PageLink;
  onBegin: () => void;
  onEnd: () => void;
}) {
  const { t, i18n } = useTranslation('assessments');
  const queryClient = useQueryClient();
  const [index, setIndex] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const current = due[index];
  const shownIndex = useRef(index);
  useEffect(() => {
    // The button is disabled until an answer is chosen, so the new question gets the focus.
    if (shownIndex.current !== index && current) focusQuestion(current.question.id);
    shownIndex.current = index;
  }, [index, current]);
  const answer = useMutation({
    mutationFn: (choiceId: string) =>
      assessmentsApi.answerReview({
        body: { question_id: current?.question.id ?? '', answer_choice_id: choiceId },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('assessments', 'review') }),
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('submissionError'))),
  });
  const outcome = answer.data;
  const shown = outcome?.question ?? current?.question;
  const markChecked = useCheckedAnswer(useMemo(() => (shown ? [fromQuiz(shown)] : []), [shown]));
  if (!current) return null;
  const last = index === due.length - 1;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome) {
          if (last) return onEnd();
          setIndex(index + 1);
          setChosen(undefined);
          answer.reset();
        } else if (chosen) {
          onBegin();
          markChecked(current.question.id);
          answer.mutate(chosen);
        }
      }}
    >
      <Badge variant="light" color="ink" tt="none" fw={500} mb="sm">
        {t('review.from', { book: current.book_title })}
      </Badge>
      <QuestionCard
        question={fromQuiz(outcome?.question ?? current.question)}
        number={index + 1}
        count={due.length}
        chosen={chosen}
        onChoose={answer.isPending ? undefined : setChosen}
        pageLink={(page) => pageLink(current.book_id, page)}
      />
      <div ref={keepClearOf} className={paperClasses.bar}>
        {outcome ? (
          <ComesBack key={current.question.id} outcome={outcome} />
        ) : (
          // A spacer keeps the button in its position.
          <span style={{ flex: 1 }} />
        )}
        <Button type="submit" disabled={!outcome && !chosen} loading={answer.isPending}>
          {t(outcome ? (last ? 'review.finish' : 'review.next') : 'review.check')}
        </Button>
      </div>
    </form>
  );
}
