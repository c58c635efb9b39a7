import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PageText } from '@vesalius/contract/reader-text';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible } from '../../../testing/render.tsx';
import { fakeEngine } from '../engine/fake-engine.ts';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

const withFigure = (text: PageText): PageText => ({ ...text, figures: [[0.1, 0.3, 0.5, 0.2]] });
function engineWithFigures() {
  const engine = fakeEngine(
    (page) => `Page ${page} tells of the valve\n\n\n\n\n\n\n\n\n\nFigure 3. The mitral valve`,
  );
  return { ...engine, text: async (page: number) => withFigure(await engine.text(page, signal)) };
}
const { signal } = new AbortController();

async function openText() {
  const rendered = await openReader(bookPages(), { engine: engineWithFigures() });
  await userEvent.click(screen.getByRole('button', { name: 'Text view' }));
  const page = within(await screen.findByRole('region', { name: 'Page 7' }));
  const button = await page.findByRole('button', { name: 'Enlarge figure: Figure 3. The mitral valve' });
  return { ...rendered, button };
}
const figure = () => screen.findByRole('dialog', { name: 'Figure 3. The mitral valve' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a figure of the text view', () => {
  it('opens large with Enter, and leads back with Escape', async () => {
    const { container, button } = await openText();
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(within(await figure()).getByRole('img', { name: 'Figure' })).toHaveAttribute(
      'src',
      expect.stringContaining('#7-2x'),
    );
    await expectAccessible(container.ownerDocument.body);
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('opens with a tap, grows and shrinks, and closes with its button', async () => {
    const { button } = await openText();
    await userEvent.click(button);
    const dialog = within(await figure());
    const frame = dialog.getByRole('img', { name: 'Figure' }).parentElement;
    const zoom = () => Number(frame?.style.getPropertyValue('--zoom'));
    expect(zoom()).toBe(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Zoom in' }));
    expect(zoom()).toBeGreaterThan(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Zoom out' }));
    expect(zoom()).toBe(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await isClosed();
    await waitFor(() => expect(button).toHaveFocus());
  });
});
