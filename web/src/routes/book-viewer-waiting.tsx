import { useEffect } from 'react';
import { useWaitingSince } from '../features/commerce/use-waiting-since.ts';

/** Renders nothing. Reports whether the purchase of the book waits for PayPal, and no longer waits. */
export default function WaitingForPayPal({
  bookId,
  onChange,
}: {
  bookId: string;
  onChange: (isWaiting: boolean) => void;
}) {
  const isWaiting = useWaitingSince({ mode: 'book', id: bookId }, true) !== null;
  useEffect(() => onChange(isWaiting), [isWaiting, onChange]);
  return null;
}
