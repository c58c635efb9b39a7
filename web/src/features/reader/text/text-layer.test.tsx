import type { PageText } from '@vesalius/contract/reader-text';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render.tsx';
import { TextLayer } from './text-layer.tsx';

it('aligns Arabic words at their right edge and all others at their left', async () => {
  const text: PageText = {
    width: 400,
    height: 600,
    words: [
      [0.75, 0.1, 0.2, 0.03, '(القلب)'],
      [0.5, 0.1, 0.2, 0.03, 'Aorta'],
      [0.25, 0.1, 0.2, 0.03, '120/80', 1],
    ],
  };
  const { container } = await renderScreen(<TextLayer text={text} scale={1} language="ar" />, {
    namespaces: ['reader'],
  });
  const words = [...container.querySelectorAll<HTMLElement>('[data-word]')];
  expect(words.map(({ dir, style }) => [dir, style.left, Number.parseFloat(style.right)])).toEqual([
    ['rtl', '', expect.closeTo(20)],
    ['', '200px', Number.NaN],
    ['', '100px', Number.NaN],
  ]);
  expect(words[0]?.style.transformOrigin).toBe('100% 0');
});
