// This wrapper is the one place that may: see its test.
import { NumberInput as LibraryNumberInput, type NumberInputProps } from '@mantine/core';
import type { FormEvent } from 'react';
import { westernDigits } from '../lib/western-digits.ts';

/** The last one stands where a Western keyboard has the comma. */
const DECIMAL_SEPARATORS = ['.', ',', '\u066b', '\u060c'];

/**
 * A field for a number that also takes digits of an Arabic or Persian keyboard. Mantine's own drops them in silence, or, with a
 * separator among others, makes another number of them.
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

/** Before Mantine reads the field. Each character becomes one character, so the caret stays. */
function translate({ target: field }: FormEvent<HTMLInputElement>): void {
  if (!(field instanceof HTMLInputElement)) return;
  const text = westernDigits(field.value);
  if (text === field.value) return;
  const { selectionStart, selectionEnd } = field;
  field.value = text;
  field.setSelectionRange(selectionStart, selectionEnd);
}
