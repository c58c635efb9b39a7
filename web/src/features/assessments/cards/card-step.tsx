import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Card } from '@vesalius/contract/cards';
import { CARD_GRADES, type CardGrade } from '@vesalius/contract/cards-limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { actErrorText } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/formats.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { announce } from '../../../ui/announce.ts';
import { focusInView } from '../../../ui/focus-in-view.ts';
import { notifyError } from '../../../ui/notify.ts';
import { keepClearOf } from '../../../ui/sticky-bars.ts';
import paperClasses from '../paper.module.css';
import { cardsApi } from './api.ts';
import { CardBack, CardFront } from './card-text.tsx';
import classes from './cards.module.css';

/** A due card: first its question, then its answer, and how well it was remembered. */
export function CardStep({
  card,
  number,
  count,
  takesFocus,
  pageLink,
  onBegin,
  onNext,
}: {
  card: Card;
  number: number;
  count: number;
  /** Another one was there before it. */
  takesFocus: boolean;
  pageLink: (bookId: string, page: number) => string;
  onBegin: () => void;
  onNext: () => void;
}) {
  const { t, i18n } = useTranslation('cards');
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button is gone; what is new to read has the focus.
    if (isOpen) box.current?.focus({ preventScroll: true });
    else if (takesFocus && box.current) focusInView(box.current);
  }, [takesFocus, isOpen]);
  const answer = useMutation({
    mutationFn: (grade: CardGrade) => cardsApi.answerCard({ params: { id: card.id }, body: { grade } }),
    onSuccess: ({ due_at }) => {
      announce(t('comesBack', { date: formatDate(due_at, i18n.language) }));
      void queryClient.invalidateQueries({ queryKey: keyOf('assessments', 'review') });
      onNext();
    },
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('notSaved'))),
  });
  return (
    <section ref={box} tabIndex={-1} className={classes.step} aria-label={t('number', { number, count })}>
      <p className={classes.number}>{t('number', { number, count })}</p>
      <CardFront card={card} isOpen={isOpen} />
      {isOpen && (
        <>
          <CardBack card={card} />
          <p>
            <Link to={pageLink(card.book.id, card.page)}>{t('page', { page: card.page_label })}</Link>
          </p>
        </>
      )}
      <div ref={keepClearOf} className={paperClasses.bar}>
        {isOpen ? (
          <Group gap="xs" role="group" aria-label={t('remembered')}>
            <Text size="sm" c="dimmed">
              {t('remembered')}
            </Text>
            {CARD_GRADES.map((grade) => (
              <Button
                key={grade}
                variant={grade === 'good' ? 'filled' : 'default'}
                loading={answer.isPending && answer.variables === grade}
                disabled={answer.isPending}
                onClick={() => answer.mutate(grade)}
              >
                {t(`grades.${grade}`)}
              </Button>
            ))}
          </Group>
        ) : (
          <>
            <span style={{ flex: 1 }} />
            <Button
              onClick={() => {
                onBegin();
                setOpen(true);
              }}
            >
              {t('show')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
