import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Material } from '@vesalius/contract/lectures';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { MaterialPage } from './material-page.tsx';
import { idOf, materialOf, VIDEO } from './testing/materials.ts';

const links = {
  material: (id: string) => `/material/${id}`,
  page: (page: number) => `/page/${page}`,
  lectures: '/lectures',
};
const ID = idOf(1);
const progress = (fields: object = {}) => ({
  supplementary_material_id: ID,
  watched: false,
  watched_at: null,
  position_seconds: 0,
  played_ratio: 0,
  ...fields,
});

async function show(
  answer: Material | FakeFailure,
  more: {
    startAt?: number;
    isOpenedAlone?: boolean;
    answers?: Record<string, unknown>;
    language?: 'ar';
  } = {},
) {
  const { startAt = null, isOpenedAlone = false, answers = {}, ...rest } = more;
  const rendered = await renderScreen(
    <MaterialPage id={ID} links={links} startAt={startAt} isOpenedAlone={isOpenedAlone} />,
    {
      namespaces: ['lectures'],
      session: sessionOf('customer'),
      answers: {
        [`GET /book_supplementary_materials/${ID}`]: answer,
        'PATCH /books/update_supplementary_progress': progress(),
        ...answers,
      },
      ...rest,
    },
  );
  await waitFor(() => expect(rendered.container.querySelector('[aria-busy="true"]')).toBeNull());
  return rendered;
}

/** jsdom plays nothing: the test sets the position of the video. */
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
});

describe('a lecture', () => {
  const lecture = (fields: Partial<Material> = {}) =>
    materialOf({
      video: VIDEO,
      marks: [
        { at_seconds: 0, title: 'What it is', page: null },
        { at_seconds: 300, title: 'The node', page: 14 },
      ],
      ...fields,
    });

  it('has a player, its parts with their pages, and links to the next lecture', async () => {
    const { container } = await show(lecture());
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Conduction');
    expect(screen.getByRole('region', { name: 'Lecture: Conduction' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Page 14' })).toHaveAttribute('href', '/page/14');
    expect(screen.getByRole('link', { name: 'Book' })).toHaveAttribute('href', '/page/11');
    expect(screen.getByRole('link', { name: 'Lectures' })).toHaveAttribute('href', '/lectures');
    expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', `/material/${idOf(2)}`);
    expect(screen.getAllByText('No previous supplementary').length).toBeGreaterThan(0);
    expect([...container.querySelectorAll('track')].map(({ label }) => label)).toEqual(
      VIDEO.captions.map(({ language }) => ({ en: 'English', ar: 'العربية' })[language as 'en' | 'ar']),
    );
    await expectAccessible(container);
  });

  it('reports what was really played, and shows the server’s state', async () => {
    const sent: { played: number[][] }[] = [];
    const { container } = await show(lecture(), {
      answers: {
        'PATCH /books/update_supplementary_progress': ({ body }: { body: { played: number[][] } }) => {
          sent.push(body);
          return progress({ watched: sent.some(({ played }) => played.length > 0), played_ratio: 1 });
        },
      },
    });
    const video = container.querySelector('video') as HTMLVideoElement;
    await act(async () => fireEvent.playing(video));
    for (let at = 0; at <= 12; at += 0.5) {
      video.currentTime = at;
      fireEvent.timeUpdate(video);
    }
    await waitFor(() => expect(sent.length).toBeGreaterThan(1));
    expect(sent[0]?.played).toEqual([]);
    expect(sent[1]?.played[0]?.[0]).toBe(0);
    expect(await screen.findByRole('img', { name: 'Watched' })).toBeInTheDocument();
  });

  it('counts while it is played, before the server has heard of it', async () => {
    const { container } = await show(lecture(), {
      answers: { 'PATCH /books/update_supplementary_progress': () => progress({ played_ratio: 0 }) },
    });
    const video = container.querySelector('video') as HTMLVideoElement;
    expect(screen.getByText(/^0% played/)).toBeVisible();
    await act(async () => fireEvent.playing(video));
    for (let at = 0; at <= 9; at += 0.5) {
      video.currentTime = at;
      fireEvent.timeUpdate(video);
    }
    expect(screen.getByText(/^1% played/)).toBeVisible();
  });

  it('reports a damaged file, and continues after the damage', async () => {
    const { container } = await show(lecture());
    const video = container.querySelector('video') as HTMLVideoElement;
    const become = (fields: object) => {
      for (const [name, value] of Object.entries(fields))
        Object.defineProperty(video, name, { value, configurable: true });
    };
    become({ error: null });
    video.currentTime = 100;
    fireEvent.timeUpdate(video);
    become({ error: { code: 3 }, duration: 754 });
    fireEvent.error(video);
    expect(screen.getByRole('alert')).toHaveTextContent('A part of this lecture is damaged');
    expect(screen.getByRole('alert')).not.toHaveTextContent(/connection|not available/i);
    await userEvent.click(screen.getByRole('button', { name: 'Skip 10 seconds' }));
    become({ error: null });
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(110);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('records nothing for users without progress', async () => {
    const { container, calls } = await show(lecture({ records: false }));
    const video = container.querySelector('video') as HTMLVideoElement;
    await act(async () => fireEvent.playing(video));
    fireEvent.pause(video);
    expect(calls.filter((call) => call.startsWith('PATCH'))).toEqual([]);
  });

  it('resumes where it was left, and from the start on request', async () => {
    const { container } = await show(lecture({ video: { ...VIDEO, position_seconds: 95 } }));
    const video = container.querySelector('video') as HTMLVideoElement;
    Object.defineProperty(video, 'duration', { value: 754 });
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(95);
    expect(screen.getByText(/Continues at 1:35/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'From the start' }));
    expect(video.currentTime).toBe(0);
  });

  it('starts at the second that a book page names', async () => {
    const { container } = await show(lecture({ video: { ...VIDEO, position_seconds: 95 } }), {
      startAt: 300,
    });
    const video = container.querySelector('video') as HTMLVideoElement;
    Object.defineProperty(video, 'duration', { value: 754 });
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(300);
  });

  it('is controlled by the keyboard', async () => {
    const { container } = await show(lecture());
    const video = container.querySelector('video') as HTMLVideoElement;
    Object.defineProperty(video, 'duration', { value: 754 });
    fireEvent.keyDown(video, { key: 'ArrowRight' });
    expect(video.currentTime).toBe(10);
    fireEvent.keyDown(video, { key: 'ArrowLeft' });
    expect(video.currentTime).toBe(0);
    fireEvent.keyDown(video, { key: 'm' });
    expect(video.muted).toBe(true);
    fireEvent.keyDown(video, { key: ' ' });
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalled();
  });
});

describe('images', () => {
  const picture = (number: number) => ({
    url: `/files/${number}.webp?grant=x`,
    thumbnail_url: `/files/${number}-small.webp?grant=x`,
    width: 800,
    height: 600,
    caption: `Caption ${number}`,
    alt: `Drawing ${number}`,
  });

  it('can be viewed one by one, side by side, and zoomed, by mouse and keyboard', async () => {
    const { container } = await show(
      materialOf({ material_type: 'image', images: [picture(1), picture(2), picture(3)] }),
    );
    expect(screen.getByRole('img', { name: 'Drawing 1' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }));
    expect(screen.getByText('Caption 2')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('Caption 3')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Two side by side' }));
    expect(screen.getByRole('img', { name: 'Drawing 1' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(screen.getByRole('img', { name: 'Drawing 3' })).toHaveStyle({
      transform: 'translate(0px, 0px) scale(1.4)',
    });
    await expectAccessible(container);
  });

  it('are reported when they are shown, not when the page opens', async () => {
    const sent: unknown[] = [];
    const reported = ({ body }: { body: { shown: { numbers: number[] }[]; watched?: boolean } }) => {
      sent.push(body);
      return progress({ watched: sent.length > 1, played_ratio: sent.length / 2 });
    };
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await show(materialOf({ material_type: 'image', images: [picture(1), picture(2)] }), {
      answers: { 'PATCH /books/update_supplementary_progress': reported },
    });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(sent).toEqual([]);
    fireEvent.load(screen.getByRole('img', { name: 'Drawing 1' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(sent).toMatchObject([{ shown: [{ series: '', numbers: [0] }] }]);
    expect(sent[0]).not.toHaveProperty('watched');
    expect(screen.queryByRole('img', { name: 'Watched' })).toBeNull();
    expect(screen.getByText('Counts as watched when each image was shown')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next image' }));
    fireEvent.load(screen.getByRole('img', { name: 'Drawing 2' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    vi.useRealTimers();
    expect(sent[1]).toMatchObject({ shown: [{ series: '', numbers: [1] }] });
    expect(await screen.findByRole('img', { name: 'Watched' })).toBeInTheDocument();
  });

  it('that cannot be loaded say so and request new addresses', async () => {
    const { calls } = await show(materialOf({ material_type: 'image', images: [picture(1)] }));
    fireEvent.error(screen.getByRole('img', { name: 'Drawing 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(2));
  });
});

describe('a case', () => {
  it('shows its diagnosis on request', async () => {
    await show(materialOf({ video: VIDEO, diagnosis: 'Atrial flutter with 2:1 block.' }));
    expect(screen.queryByText(/Atrial flutter/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show the diagnosis' }));
    expect(screen.getByText(/Atrial flutter/)).toBeInTheDocument();
  });
});

describe('a material without access', () => {
  it.each([
    ['video_not_found', 404, 'video not exist'],
    ['no_supplementary_content', 404, 'No supplementary content available'],
  ])('%s is said in the specified words', async (code, status, text) => {
    await show(new FakeFailure(status, { code, message: text }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Lectures' })).toHaveAttribute('href', '/lectures');
  });

  it('suggests the book viewer at its bare address', async () => {
    await show(materialOf({ video: VIDEO }), { isOpenedAlone: true });
    expect(screen.getByText('This page should be visited via the book viewer')).toBeInTheDocument();
  });
});
