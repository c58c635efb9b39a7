import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { NumberInput } from './number-input.tsx';

function Credits({ allowDecimal = true }: { allowDecimal?: boolean }) {
  const [value, setValue] = useState<number | string>('');
  return (
    <>
      <NumberInput
        label="Credits"
        value={value}
        onChange={setValue}
        decimalScale={2}
        allowDecimal={allowDecimal}
      />
      <output>{typeof value === 'number' ? value : `text ${value}`}</output>
    </>
  );
}
const show = async (allowDecimal = true) => {
  await renderScreen(<Credits allowDecimal={allowDecimal} />);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Credits' });
};

describe('a field for a number', () => {
  it.each([
    ['Western', '4.25'],
    ['Western, with a comma', '4,25'],
    ['Arabic', '٤٫٢٥'],
    ['Arabic, with its comma', '٤،٢٥'],
    ['Persian', '۴٫۲۵'],
    ['Arabic, with a point', '٤.٢٥'],
  ])('takes %s digits', async (_script, typed) => {
    const field = await show();
    await userEvent.type(field, typed);
    expect(field).toHaveValue('4.25');
    expect(screen.getByRole('status')).toHaveTextContent(/^4\.25$/);
  });

  it('takes them at the caret, which stays there', async () => {
    const field = await show();
    await userEvent.type(field, '19');
    field.setSelectionRange(1, 1);
    await userEvent.type(field, '٢', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field).toHaveValue('129');
    expect(field.selectionStart).toBe(2);
  });

  it('takes a pasted number, and one that a keyboard of a phone puts in as a whole', async () => {
    const field = await show();
    await userEvent.click(field);
    await userEvent.paste('١٬٢٣٤٫٥');
    expect(field).toHaveValue('1234.5');
    fireEvent.change(field, { target: { value: '٤٫٢٥' } });
    expect(field).toHaveValue('4.25');
  });

  it('of whole numbers takes no separator', async () => {
    const field = await show(false);
    await userEvent.type(field, '٢٠');
    expect(field).toHaveValue('20');
    expect(screen.getByRole('status')).toHaveTextContent(/^20$/);
  });
});

describe('the product', () => {
  const WEB = join(import.meta.dirname, '..');
  const OWN = join('ui', 'number-input.tsx');
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && file !== OWN)
    .map((file) => ({ file, source: readFileSync(join(WEB, file), 'utf8') }));

  it('has fields for numbers', () => {
    expect(sources.filter(({ source }) => source.includes('<NumberInput')).length).toBeGreaterThan(5);
  });

  it('uses this one, and nowhere Mantine’s', () => {
    const direct = sources.filter(({ source }) =>
      /import\s*\{[^}]*\bNumberInput\b[^}]*\}\s*from\s*'@mantine\/core'/.test(source),
    );
    expect(direct.map(({ file }) => file)).toEqual([]);
  });
});
