import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bookPages, openReader as open, stubLayout } from '../../testing/open-reader.tsx';

// Set before the viewer is loaded, which reads it once.
vi.hoisted(() => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') });
});
beforeAll(stubLayout);

describe('on a phone', () => {
  it('opens a sheet with its field focused', async () => {
    await open(bookPages());
    await userEvent.click(screen.getByRole('button', { name: /^Go to page/ }));
    expect(await screen.findByRole('textbox', { name: /^Go to page/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Book' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  });

  it('zooms by buttons, without two fingers', async () => {
    const { container } = await open(bookPages());
    const widthOf = () =>
      Number.parseFloat(container.querySelector<HTMLElement>('[data-page]')?.style.width ?? '');
    const press = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'More' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    const first = widthOf();
    expect(first).toBeGreaterThan(0);
    await press('Zoom in');
    await waitFor(() => expect(widthOf()).toBeGreaterThan(first));
    const grown = widthOf();
    await press('Zoom out');
    await waitFor(() => expect(widthOf()).toBeLessThan(grown));
  });

  it('shows pages without their white margins, and what is beside the words in the shown part', async () => {
    const ink = Array.from({ length: 40 }, (): [number, number, number, number] => [0.2, 0.1, 0.6, 0.8]);
    const { container } = await open({ ...bookPages(), ink });
    const page = () => container.querySelector<HTMLElement>('[data-page]')!.style;
    const placed = () => [Number.parseFloat(page().left), Number.parseFloat(page().width)];
    // The window is 900 pixels wide here.
    const [left = 0, width = 0] = placed();
    expect([left + 0.2 * width, left + 0.8 * width]).toEqual([expect.closeTo(20), expect.closeTo(880)]);
    expect(Number.parseFloat(page().getPropertyValue('--hidden-left'))).toBeCloseTo(-left);
    expect(Number.parseFloat(page().getPropertyValue('--hidden-right'))).toBeCloseTo(left + width - 900);

    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Fit text' })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Fit width' }));
    await waitFor(() => expect(placed()).toEqual([16, 868]));
    expect(localStorage.getItem('reader-view')).toContain('"zoom":{"kind":"width"}');
  });

  it('leads from locked parts to the subscription', async () => {
    await open(bookPages({ granted: false }), { page: 1 });
    for (const name of ['Lectures', 'Tests'])
      expect(screen.getByRole('link', { name: `${name}: Comes with the whole book` })).toHaveAttribute(
        'href',
        '/enroll',
      );
  });

  it('marks at its buttons how many lectures and tests the page has', async () => {
    const onPages = { lectures: new Map([[7, 2]]), tests: new Map([[7, 1]]) };
    const Lectures = () => <p>The lectures</p>;
    const { container } = await open(bookPages(), { slots: { Lectures, onPages } });
    const bar = container.querySelector('nav');
    expect(bar).toHaveTextContent('2Lectures1Tests');
    expect(screen.getByRole('link', { name: 'Tests: 1 quiz or test on this page' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Lectures: 2 lectures on this page' }));
    expect(await screen.findByText('The lectures')).toBeVisible();
  });

  it('marks nothing on a page without them', async () => {
    const onPages = { lectures: new Map([[8, 2]]), tests: new Map() };
    await open(bookPages(), { slots: { onPages } });
    expect(screen.getByRole('link', { name: 'Lectures' })).toHaveTextContent(/^Lectures$/);
  });
});
