import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Textarea, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { OWN_DIRECTION } from './own-direction.ts';

it.each([TextInput, Textarea])('a field of free text has the direction of its text', async (Field) => {
  await renderScreen(<Field label="Words" attributes={OWN_DIRECTION} />);
  expect(screen.getByRole('textbox', { name: 'Words' })).toHaveAttribute('dir', 'auto');
});

it('no field of the library is given it where it has no effect', () => {
  const web = join(import.meta.dirname, '..');
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file));
  const fields = files.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/<(TextInput|Textarea|Autocomplete)\s.*?\/>/gs)].map(
      ([tag]) => ({ file, tag }),
    ),
  );
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter(({ tag }) => /\sdir="auto"/.test(tag)).map(({ file }) => file)).toEqual([]);
});
