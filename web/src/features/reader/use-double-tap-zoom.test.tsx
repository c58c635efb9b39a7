import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

const tap = (target: Element, pointerType = 'touch') => {
  fireEvent.pointerDown(target, { pointerType });
  fireEvent.click(target, { clientX: 200, clientY: 300 });
};
const doubleTap = (target: Element, pointerType?: string) => {
  tap(target, pointerType);
  tap(target, pointerType);
};
const percent = () => Number.parseInt(screen.getByRole('button', { name: /^Zoom: / }).textContent ?? '', 10);

describe('a double tap on a page', () => {
  it('enlarges it, and the next one returns to the fit', async () => {
    await openReader(bookPages());
    const fit = percent();
    doubleTap(await screen.findByRole('region', { name: 'Page 7' }));
    expect(percent()).toBeGreaterThan(fit * 1.1);
    doubleTap(await screen.findByRole('region', { name: 'Page 7' }));
    expect(percent()).toBe(fit);
  });

  it('needs two taps of a finger on the same page', async () => {
    await openReader(bookPages());
    const fit = percent();
    const page = await screen.findByRole('region', { name: 'Page 7' });
    doubleTap(page, 'mouse');
    tap(page);
    tap(await screen.findByRole('region', { name: 'Page 8' }));
    expect(percent()).toBe(fit);
  });

  it('leaves a word that it selects as it is', async () => {
    await openReader(bookPages());
    const fit = percent();
    const page = await screen.findByRole('region', { name: 'Page 7' });
    tap(page);
    document.getSelection()?.selectAllChildren(page);
    tap(page);
    document.getSelection()?.removeAllRanges();
    expect(percent()).toBe(fit);
  });

  it('does not zoom where a control is', async () => {
    await openReader(bookPages());
    const fit = percent();
    const page = await screen.findByRole('region', { name: 'Page 7' });
    const button = page.appendChild(document.createElement('button'));
    button.getBoundingClientRect = () => new DOMRect(190, 290, 20, 20);
    doubleTap(page);
    button.remove();
    expect(percent()).toBe(fit);
  });
});
