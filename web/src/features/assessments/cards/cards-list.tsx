import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Card } from '@vesalius/contract/cards';
import { cardsCalls } from '@vesalius/contract/cards-calls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { actErrorText, errorText } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/formats.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { saveAnswer } from '../../../lib/save-file.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { ListFoot } from '../../../ui/record-list.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { reviewOptions } from '../api.ts';
import { PaperSkeleton } from '../paper.tsx';
import { cardsApi, cardsOptions } from './api.ts';
import { CardDialog } from './card-dialog.tsx';
import { CardBack, CardFront } from './card-text.tsx';
import classes from './cards.module.css';

type PageLink = (bookId: string, page: number) => string;

/** The cards that the reader made, to change, delete and take to Anki. */
export function CardsList({
  pageLink,
  review,
  notebook,
}: {
  pageLink: PageLink;
  /** The address of the review. */
  review: string;
  notebook: ReactNode;
}) {
  const { t } = useTranslation('cards');
  const { page, addressOf } = useAddressFilters([]);
  const { data, error, refetch } = useQuery({ ...cardsOptions(page), staleTime: 0 });
  const [changed, setChanged] = useState<Card | null>(null);
  const [removed, setRemoved] = useState<Card | null>(null);
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PaperSkeleton label={t('title')} />;
  if (data.data.length === 0 && page > 1) return <Navigate to={addressOf(1)} replace />;
  if (data.data.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} action={notebook} />;
  return (
    <>
      <Group gap="xs">
        <ReviewLink to={review} />
        <Download />
      </Group>
      <ul className={classes.list} aria-label={t('title')}>
        {data.data.map((card) => (
          <CardItem
            key={card.id}
            card={card}
            pageLink={pageLink}
            onChange={() => setChanged(card)}
            onRemove={() => setRemoved(card)}
          />
        ))}
      </ul>
      <ListFoot metadata={data.metadata} addressOf={addressOf} />
      {changed && (
        <CardDialog
          origin={{ cardId: changed.id, kind: changed.kind, front: changed.front, back: changed.back }}
          onClose={() => setChanged(null)}
        />
      )}
      {removed && <RemoveDialog card={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

/** What is due can be reviewed from here. */
function ReviewLink({ to }: { to: string }) {
  const { t } = useTranslation('cards');
  const { data } = useQuery({ ...reviewOptions(), staleTime: 0 });
  const count = data ? data.number_due + data.number_of_due_cards : 0;
  return count > 0 ? (
    <Button component={Link} to={to}>
      {t('reviewDue', { count })}
    </Button>
  ) : null;
}

function Download() {
  const { t, i18n } = useTranslation('cards');
  const save = useMutation({
    mutationFn: () => saveAnswer(cardsCalls.downloadCards, {}, 'vesalius-cards.apkg'),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {t('anki')}
    </Button>
  );
}

function CardItem({
  card,
  pageLink,
  onChange,
  onRemove,
}: {
  card: Card;
  pageLink: PageLink;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { t, i18n } = useTranslation('cards');
  const { book, page_label: page } = card;
  return (
    <li className={classes.item}>
      {card.is_closed ? (
        <p className={classes.facts}>{t('closed')}</p>
      ) : (
        <>
          <CardFront card={card} isOpen />
          <CardBack card={card} />
        </>
      )}
      <p className={classes.facts}>
        <Link to={pageLink(book.id, card.page)}>{t('place', { page, title: book.title })}</Link>
      </p>
      <p className={classes.facts}>
        {new Date(card.due_at) <= new Date()
          ? t('dueNow')
          : t('due', { date: formatDate(card.due_at, i18n.language) })}
      </p>
      <Group gap="xs">
        {!card.is_closed && (
          <Button variant="subtle" size="xs" onClick={onChange}>
            {t('change')}
          </Button>
        )}
        <Button variant="subtle" size="xs" onClick={onRemove}>
          {t('remove')}
        </Button>
      </Group>
    </li>
  );
}

function RemoveDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t, i18n } = useTranslation('cards');
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => cardsApi.deleteCard({ params: { id: card.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keysUnder('assessments') });
      notifySuccess(t('removed'));
      onClose();
    },
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('notRemoved'))),
  });
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      confirm={t('remove')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmDialog>
  );
}
