// Only this wrapper may import it: see its test.
import { NumberInput as LibraryNumberInput, type NumberInputProps } from '@mantine/core';
import type { FormEvent } from 'react';
import { westernDigits } from '../lib/western-digits.ts';

/** The last one is on the key that has the comma on a Western keyboard. */
const DECIMAL_SEPARATORS = ['.', ',', '\u066b', '\u060c'];

/**
 * A field for a number that also accepts the digits of Arabic and Persian keyboards. Mantine's own field drops them
 * silently or, mixed with a separator, makes a different number of them.
 */
export function NumberInput(props: NumberInputProps) {
  return (
    <LibraryNumberInput
      allowedDecimalSeparators={DECIMAL_SEPARATORS}
      {...props}
      onChangeCapture={translate}
    />
  );
}

/** Runs before Mantine reads the field. Each character is replaced by one character, so the caret stays. */
function translate({ target: field }: FormEvent<HTMLInputElement>): void {
  if (!(field instanceof HTMLInputElement)) return;
  const text = westernDigits(field.value);
  if (text === field.value) return;
  const { selectionStart, selectionEnd } = field;
  field.value = text;
  field.setSelectionRange(selectionStart, selectionEnd);
}
