import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { dismissAllToasts, getToasts } from '../../ui/notify.ts';
import { usePageBeyond } from './use-page-beyond.ts';

function Opened({ asked }: { asked: number | null }) {
  usePageBeyond(asked, 57);
  return null;
}

it.each([
  [999, ['This book has 57 pages. There is no page 999.']],
  [57, []],
  [null, []],
])('for page %s of the address it says %j', async (asked, texts) => {
  await renderScreen(<Opened asked={asked} />, { namespaces: ['reader'] });
  expect(getToasts().map(({ text }) => text)).toEqual(texts);
  act(dismissAllToasts);
});
