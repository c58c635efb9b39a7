import { Badge, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PracticeOutcome, Review, ReviewOutcome } from '@vesalius/contract/assessments-review';
import type { Card } from '@vesalius/contract/cards';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/formats.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { QuestionCard } from '../../product/question/question-card.tsx';
import { notifyError } from '../../ui/notify.ts';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import { assessmentsApi } from './api.ts';
import { CardStep } from './cards/card-step.tsx';
import { ComesBack } from './comes-back.tsx';
import paperClasses from './paper.module.css';
import { fromQuiz } from './question-model.ts';
import { focusNewQuestion, useCheckedAnswer } from './use-checked-answer.ts';

export type PageLink = (bookId: string, page: number) => string;
/** `due`: asked by the review; `practiced`: beyond what is due. */
export type Item =
  | { readonly card: Card }
  | { readonly due: Review['due'][number] }
  | { readonly practiced: Review['due'][number] };

/** Questions and own cards one after the other. */
export function ReviewSitting({
  items,
  pageLink,
  takesFocus = false,
  onBegin,
  onEnd,
}: {
  items: readonly Item[];
  pageLink: PageLink;
  /** The first item, too: the button that began is gone. */
  takesFocus?: boolean;
  onBegin?: () => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation('assessments');
  const [index, setIndex] = useState(0);
  const current = items[index];
  if (!current) return null;
  const step = {
    number: index + 1,
    count: items.length,
    takesFocus: takesFocus || index > 0,
    pageLink,
    onBegin: () => onBegin?.(),
    onNext: () => (index === items.length - 1 ? onEnd() : setIndex(index + 1)),
  };
  const isPractice = 'practiced' in current;
  const book = 'card' in current ? current.card.book.title : questionOf(current).book_title;
  return (
    <>
      <Badge variant="light" color="ink" tt="none" fw={500} mb="sm">
        {t('review.from', { book })}
      </Badge>
      {'card' in current ? (
        <CardStep key={current.card.id} card={current.card} {...step} />
      ) : (
        <QuestionStep
          key={questionOf(current).question.id}
          asked={questionOf(current)}
          isPractice={isPractice}
          {...step}
        />
      )}
    </>
  );
}

const questionOf = (item: Exclude<Item, { readonly card: Card }>) =>
  'due' in item ? item.due : item.practiced;

type Outcome =
  | { readonly practiced: PracticeOutcome; readonly reviewed?: never }
  | { readonly reviewed: ReviewOutcome; readonly practiced?: never };

function QuestionStep({
  asked: { book_id, question },
  isPractice,
  number,
  count,
  takesFocus,
  pageLink,
  onBegin,
  onNext,
}: {
  asked: Review['due'][number];
  isPractice: boolean;
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
    if (takesFocus) focusNewQuestion(question.id);
  }, [takesFocus, question.id]);
  const answer = useMutation({
    mutationFn: async (choiceId: string): Promise<Outcome> => {
      const body = { question_id: question.id, answer_choice_id: choiceId };
      return isPractice
        ? { practiced: await assessmentsApi.answerPractice({ body }) }
        : { reviewed: await assessmentsApi.answerReview({ body }) };
    },
    // A new question is answered in its quiz.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysUnder('assessments') }),
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('submissionError'))),
  });
  const outcome = answer.data;
  const shown = (outcome?.practiced ?? outcome?.reviewed)?.question ?? question;
  const dueAt = outcome?.practiced?.due_at;
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
        {outcome?.reviewed ? (
          <ComesBack outcome={outcome.reviewed} />
        ) : (
          // An empty one keeps the button in its position.
          <Text span size="sm" flex={1}>
            {dueAt && t('review.comesBack', { date: formatDate(dueAt, i18n.language) })}
          </Text>
        )}
        <Button type="submit" disabled={!outcome && !chosen} loading={answer.isPending}>
          {t(outcome ? (number === count ? 'review.finish' : 'review.next') : 'review.check')}
        </Button>
      </div>
    </form>
  );
}
