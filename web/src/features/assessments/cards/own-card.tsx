import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cardsOfBookOptions } from './api.ts';
import { CardDialog } from './card-dialog.tsx';

/** The newest card of a highlight or note, to change it. */
export function OwnCard({
  bookId,
  annotationId,
  onClose,
}: {
  bookId: string;
  annotationId: string;
  onClose: () => void;
}) {
  const { data } = useQuery(cardsOfBookOptions(bookId));
  const card = data?.find((each) => each.annotation_id === annotationId);
  if (!card) return null;
  const { id, kind, front, back } = card;
  return <CardDialog origin={{ cardId: id, kind, front, back }} onClose={onClose} />;
}

/** Tells how many cards each highlight and note of the book has. Renders nothing. */
export function CardCounts({
  bookId,
  onCounts,
}: {
  bookId: string;
  onCounts: (counts: ReadonlyMap<string, number>) => void;
}) {
  const { data } = useQuery(cardsOfBookOptions(bookId));
  useEffect(() => {
    if (!data) return;
    const counts = new Map<string, number>();
    for (const { annotation_id: id } of data) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
    onCounts(counts);
  }, [data, onCounts]);
  return null;
}
