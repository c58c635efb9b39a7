import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen } from '../../../testing/render.tsx';
import { sliceOf } from '../testing/slices.ts';
import { SliceFailure } from './decode/slice.ts';
import DicomViewer, { type DicomViewerProps } from './dicom-viewer.tsx';
import type { LoadSlice } from './slice-workers.ts';

const seriesOf = (key: string, count: number) => ({
  key,
  title: `Series ${key}`,
  modality: 'CT',
  url: Array.from({ length: count }, (_value, at) => `/files/${key}-${at}.dcm?grant=x`),
});
const numberOf = (url: string) => Number(/-(\d+)\.dcm/.exec(url)?.[1]);
/** Slices 5 mm apart. */
const load: LoadSlice = async (url) => sliceOf({ position: [0, 0, 5 * numberOf(url)] });

const show = (props: Partial<DicomViewerProps> = {}) =>
  renderScreen(<DicomViewer series={[seriesOf('a', 20)]} load={load} {...props} />, {
    namespaces: ['lectures'],
  });

beforeEach(() => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  globalThis.ImageData ??= class {
    readonly data: Uint8ClampedArray;
    constructor(width: number, height: number) {
      this.data = new Uint8ClampedArray(width * height * 4);
    }
  } as unknown as typeof ImageData;
  HTMLElement.prototype.setPointerCapture ??= () => {};
});

const pane = (name = /Series a/) => screen.getByRole('group', { name });
const wheel = (target: Element, notches: number) => {
  for (let at = 0; at < Math.abs(notches); at += 1)
    fireEvent.wheel(target, { deltaY: 60 * Math.sign(notches) });
};

describe('a study', () => {
  it('shows its first slice, its orientation and its position', async () => {
    const { container } = await show();
    expect(await screen.findByText('C 40 W 80')).toBeInTheDocument();
    expect(pane()).toHaveAccessibleName('Series a. Slice 1 of 20');
    for (const side of ['A', 'L', 'P', 'R']) expect(screen.getByText(side)).toBeInTheDocument();
    expect(screen.getByText('0 mm')).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('reports each slice when it is shown', async () => {
    const shown: string[] = [];
    await show({ onShown: (series, number) => shown.push(`${series} ${number}`) });
    await screen.findByText('C 40 W 80');
    await waitFor(() => expect(shown).toEqual(['a 0']));
    wheel(pane(), 2);
    await waitFor(() => expect(shown).toContain('a 2'));
    expect(shown).not.toContain('a 9');
  });

  it('scrolls by wheel, keys and slider, and stops at its ends', async () => {
    await show();
    wheel(pane(), 3);
    expect(pane()).toHaveAccessibleName('Series a. Slice 4 of 20');
    wheel(pane(), -9);
    expect(pane()).toHaveAccessibleName('Series a. Slice 1 of 20');
    fireEvent.keyDown(pane(), { key: 'PageDown' });
    fireEvent.keyDown(pane(), { key: 'ArrowDown' });
    expect(pane()).toHaveAccessibleName('Series a. Slice 12 of 20');
    fireEvent.keyDown(pane(), { key: 'End' });
    expect(pane()).toHaveAccessibleName('Series a. Slice 20 of 20');
    fireEvent.change(screen.getByRole('slider', { name: 'Slice' }), { target: { value: '7' } });
    expect(pane()).toHaveAccessibleName('Series a. Slice 7 of 20');
    expect(screen.getByText('30 mm')).toBeInTheDocument();
  });

  it('offers the usual windows, inversion, rotation and a reset', async () => {
    await show();
    await screen.findByText('C 40 W 80');
    fireEvent.keyDown(pane(), { key: '5' });
    expect(screen.getByText('C -600 W 1,500')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Window' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Bone/, hidden: true }));
    expect(screen.getByText('C 480 W 2,500')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Invert (I)' }));
    expect(screen.getByRole('button', { name: 'Invert (I)' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.keyDown(pane(), { key: '0' });
    expect(screen.getByText('C 40 W 80')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Invert (I)' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('changes its window by menu items', async () => {
    await show();
    await screen.findByText('C 40 W 80');
    await userEvent.click(screen.getByRole('button', { name: 'Window' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'More contrast' }));
    expect(screen.getByText('C 40 W 74')).toBeInTheDocument();
  });

  it('names the file that cannot be shown, and continues with the others', async () => {
    await show({
      load: async (url, frame) => {
        if (numberOf(url) === 2) throw new SliceFailure('truncated');
        return load(url, frame);
      },
    });
    expect(await screen.findByRole('status')).toHaveTextContent(
      '1 file of this series cannot be shown: a-2.dcm. All others work as usual.',
    );
    wheel(pane(), 2);
    expect(screen.getByRole('alert')).toHaveTextContent('This file ends too early');
    wheel(pane(), 1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('15 mm')).toBeInTheDocument();
  });

  it('requests new addresses when its own have expired', async () => {
    const onExpired = vi.fn();
    await show({
      onExpired,
      load: async () => {
        throw new SliceFailure('expired');
      },
    });
    await waitFor(() => expect(onExpired).toHaveBeenCalledOnce());
  });
});

describe('two series', () => {
  it('scroll together to the same position in the patient, and separately when unlinked', async () => {
    // The second series has twice as many slices at half the distance.
    await show({
      series: [seriesOf('a', 20), seriesOf('b', 40)],
      load: async (url) => sliceOf({ position: [0, 0, (url.includes('/b-') ? 2.5 : 5) * numberOf(url)] }),
    });
    await screen.findByText('C 40 W 80');
    await userEvent.click(screen.getByRole('button', { name: 'Two series side by side' }));
    await waitFor(() => expect(pane(/Series b/)).toHaveAttribute('data-slice'));
    wheel(pane(), 6);
    expect(pane()).toHaveAccessibleName('Series a. Slice 7 of 20');
    expect(pane(/Series b/)).toHaveAccessibleName('Series b. Slice 13 of 40');
    await userEvent.click(screen.getByRole('button', { name: 'Scroll both together' }));
    wheel(pane(/Series b/), 2);
    expect(pane(/Series b/)).toHaveAccessibleName('Series b. Slice 15 of 40');
    expect(pane()).toHaveAccessibleName('Series a. Slice 7 of 20');
  });
});
