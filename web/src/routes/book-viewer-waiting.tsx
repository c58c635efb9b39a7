import { useEffect } from 'react';
import { useWait } from '../features/commerce/use-wait.ts';

/** Renders nothing. Reports whether the purchase of the book waits for PayPal, and no longer waits. */
export default function WaitingForPayPal({
  bookId,
  onChange,
}: {
  bookId: string;
  onChange: (isWaiting: boolean) => void;
}) {
  const wait = useWait({ mode: 'book', id: bookId }, true);
  const isWaiting = wait !== null && wait.ended === null;
  useEffect(() => onChange(isWaiting), [isWaiting, onChange]);
  return null;
}
