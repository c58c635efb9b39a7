import { useEffect } from 'react';
import { keepUnsent } from './unsent.ts';

/** Stores the content of a form until it is sent; null while there is nothing to lose. */
export function useUnsent(form: string, value: unknown): void {
  const text = JSON.stringify(value);
  useEffect(() => keepUnsent(form, JSON.parse(text)), [form, text]);
}
