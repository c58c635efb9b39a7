import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Material } from '@vesalius/contract/lectures';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { Announcer } from '../../ui/announcer.tsx';
import DicomViewer from './dicom/dicom-viewer.tsx';
import { ImageViewer } from './images/image-viewer.tsx';
import { MaterialPage } from './material-page.tsx';
import { idOf, materialOf, VIDEO } from './testing/materials.ts';
import { sliceOf } from './testing/slices.ts';

/** One pixel of the slice is one pixel of the pane. */
const LARGE = { ...sliceOf(), columns: 400, rows: 400, pixels: { grey: new Int16Array(160_000) } };
const said = () => document.querySelector('[data-announcer]');

describe('images', () => {
  const picture = (number: number) => ({
    url: `/files/${number}.webp`,
    thumbnail_url: `/files/${number}-small.webp`,
    width: 800,
    height: 600,
    caption: null,
    alt: `Drawing ${number}`,
  });
  const show = () =>
    renderScreen(
      <>
        <ImageViewer images={[picture(1), picture(2)]} onExpired={() => {}} onShown={() => {}} />
        <Announcer />
      </>,
      { namespaces: ['lectures'] },
    );
  const shown = (name: string) => screen.getByRole('img', { name });

  it('pan with the arrows once zoomed, and change with Ctrl', async () => {
    await show();
    const zoom = screen.getByRole('button', { name: 'Zoom in' });
    zoom.focus();
    await userEvent.keyboard('{Enter}{ArrowRight}{ArrowDown}');
    expect(shown('Drawing 1').style.transform).toBe('translate(-80px, -80px) scale(1.4)');
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(shown('Drawing 2').style.transform).toBe('translate(0px, 0px) scale(1)');
    await waitFor(() => expect(said()).toHaveTextContent('Image 2 of 2. Drawing 2'));
  });

  it('center the pressed point', async () => {
    HTMLElement.prototype.setPointerCapture ??= () => {};
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    const at = { pointerId: 1, clientX: 30, clientY: 20 };
    fireEvent.pointerDown(shown('Drawing 1'), at);
    fireEvent.pointerUp(shown('Drawing 1'), at);
    expect(shown('Drawing 1').style.transform).toBe('translate(-30px, -20px) scale(1.4)');
  });

  it('keep the focus on a button that reached its end', async () => {
    await show();
    const next = screen.getByRole('button', { name: 'Next image' });
    next.focus();
    await userEvent.keyboard('{Enter}');
    expect(next).toHaveFocus();
    expect(next).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a study', () => {
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    globalThis.ImageData ??= class {
      readonly data: Uint8ClampedArray;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(width * height * 4);
      }
    } as unknown as typeof ImageData;
    HTMLElement.prototype.setPointerCapture ??= () => {};
    // A pane of 400 by 400 pixels.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly listener: ResizeObserverCallback;
        constructor(listener: ResizeObserverCallback) {
          this.listener = listener;
        }
        observe(target: Element) {
          const contentRect = new DOMRect(0, 0, 400, 400);
          this.listener([{ target, contentRect } as ResizeObserverEntry], this as never);
        }
        unobserve() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const show = async () => {
    await renderScreen(
      <>
        <DicomViewer
          series={[
            { key: 'a', title: 'Series a', modality: 'CT', url: ['/files/a-0.dcm', '/files/a-1.dcm'] },
          ]}
          load={async () => LARGE}
        />
        <Announcer />
      </>,
      { namespaces: ['lectures'] },
    );
    await screen.findByText('C 40 W 80');
    const pane = screen.getByRole('group', { name: /Series a/ });
    pane.focus();
    return pane;
  };

  it('changes its window with the arrows, and stays on its slice', async () => {
    const pane = await show();
    await userEvent.keyboard('w{ArrowDown}');
    expect(within(pane).getByText(/^C 43/)).toBeInTheDocument();
    expect(pane).toHaveAccessibleName('Series a. Slice 1 of 2');
  });

  it('can be measured with the arrows and Enter', async () => {
    await show();
    await userEvent.keyboard('l{ArrowLeft}{Enter}');
    expect(screen.getByTestId('cursor')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
    const list = screen.getByRole('list', { name: 'Measurements on this slice' });
    expect(list).toHaveTextContent(/Length: \d/);
    await waitFor(() => expect(said()).toHaveTextContent(/Length: \d/));
  });

  it('measures an angle with three presses, and cancels with Escape', async () => {
    await show();
    await userEvent.keyboard(
      'a{ArrowLeft}{Enter}{ArrowRight}{ArrowRight}{Enter}{ArrowDown}{ArrowDown}{Enter}',
    );
    const list = screen.getByRole('list', { name: 'Measurements on this slice' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(list).toHaveTextContent('90°');
    await userEvent.keyboard('{ArrowUp}{Enter}{ArrowUp}{Escape}');
    expect(screen.queryByTestId('cursor')).toBeNull();
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  });

  it('can be measured by a press at each end of a length', async () => {
    const pane = await show();
    await userEvent.keyboard('l');
    for (const clientX of [100, 200]) {
      const at = { pointerId: 1, button: 0, clientX, clientY: 200 };
      fireEvent.pointerDown(pane, at);
      fireEvent.pointerUp(pane, at);
    }
    expect(screen.getByRole('list', { name: 'Measurements on this slice' })).toHaveTextContent(/Length/);
  });
});

describe('a lecture', () => {
  const VTT = 'WEBVTT\n\n00:01.000 --> 00:04.000\nThe node beats.\n';
  const SEEN = 'WEBVTT\n\n00:05.000 --> 00:06.000\nA drawing of the heart.\n';
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('play'));
    });
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    // jsdom returns undefined, browsers null.
    Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, value: null });
    vi.stubGlobal('fetch', async (url: string) => new Response(url.includes('seen') ? SEEN : VTT));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const show = async (video: Partial<NonNullable<Material['video']>> = {}) => {
    const rendered = await renderScreen(
      <MaterialPage
        id={idOf(1)}
        links={{ material: () => '/m', page: () => '/p', lectures: '/l' }}
        startAt={null}
        isOpenedAlone={false}
      />,
      {
        namespaces: ['lectures'],
        session: sessionOf('customer'),
        answers: {
          [`GET /book_supplementary_materials/${idOf(1)}`]: materialOf({ video: { ...VIDEO, ...video } }),
        },
      },
    );
    await screen.findByRole('heading', { level: 1 });
    return rendered;
  };

  it('moves the focus to the video when its big button disappears', async () => {
    await show();
    const [big] = screen.getAllByRole('button', { name: 'Play' });
    big?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(1));
    expect(document.querySelector('video')).toHaveFocus();
  });

  it('has a transcript with captions and descriptions, in its language, with links to their seconds', async () => {
    const { container } = await show({ descriptions: [{ language: 'en', url: '/files/seen.vtt' }] });
    const summary = screen.getByRole('heading', { name: 'Transcript' });
    const details = summary.closest('details') as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event('toggle'));
    const words = await screen.findByText('The node beats.');
    expect(words).toHaveAttribute('lang', 'en');
    expect((await screen.findByText('A drawing of the heart.')).parentElement).toHaveTextContent(
      'Seen: A drawing of the heart.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Play from 0:05' }));
    expect(document.querySelector('video')?.currentTime).toBe(5);
    await expectAccessible(container);
  });

  it('pauses while the browser speaks a description', async () => {
    const spoken: { text: string; lang: string; onend?: () => void }[] = [];
    vi.stubGlobal('speechSynthesis', { speak: (each: never) => spoken.push(each), cancel: () => {} });
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    );
    await show({ descriptions: [{ language: 'en', url: '/files/seen.vtt' }] });
    await userEvent.click(screen.getByRole('button', { name: 'Audio description' }));
    const video = document.querySelector('video') as HTMLVideoElement;
    Object.defineProperty(video, 'paused', { value: false });
    await waitFor(() => {
      video.currentTime = 4.9;
      fireEvent.timeUpdate(video);
      video.currentTime = 5.1;
      fireEvent.timeUpdate(video);
      expect(spoken).toHaveLength(1);
    });
    expect(spoken[0]).toMatchObject({ text: 'A drawing of the heart.', lang: 'en' });
    expect(video.pause).toHaveBeenCalled();
    const plays = vi.mocked(video.play).mock.calls.length;
    spoken[0]?.onend?.();
    expect(vi.mocked(video.play).mock.calls.length).toBe(plays + 1);
  });
});
