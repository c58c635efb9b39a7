import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSource } from './use-source.ts';
import { useVideo } from './use-video.ts';

const VIDEO = { url: '/files/video.mp4?grant=a', stream_url: '/files/stream/master.m3u8?grant=a' };

function Player({ video }: { video: typeof VIDEO | { url: string; stream_url: null } }) {
  const player = useRef<HTMLVideoElement>(null);
  const src = useSource(player, video, useVideo(player).hasFailed);
  return <video ref={player} {...(src ? { src } : {})} />;
}
const show = (video: Parameters<typeof Player>[0]['video'] = VIDEO) => {
  const { container, rerender } = render(<Player video={video} />);
  const element = container.querySelector('video') as HTMLVideoElement;
  return { element, rerender };
};
const canPlayStreams = (answer: CanPlayTypeResult) =>
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(answer);
const fail = async (element: HTMLVideoElement) => {
  Object.defineProperty(element, 'error', { configurable: true, value: { code: 4 } });
  await act(async () => fireEvent.error(element));
};

describe('what a lecture is played from', () => {
  // jsdom knows no errors of media; a browser says that there is none.
  beforeEach(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, value: null });
  });
  afterEach(() => {
    vi.mocked(HTMLMediaElement.prototype.canPlayType).mockRestore();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'error');
  });

  it('is the stream where the browser plays streams itself', () => {
    canPlayStreams('maybe');
    expect(show().element).toHaveAttribute('src', VIDEO.stream_url);
  });

  it('is the one file where there is no stream, or nothing could play it', () => {
    canPlayStreams('');
    expect(show({ ...VIDEO, stream_url: null }).element).toHaveAttribute('src', VIDEO.url);
    expect(show().element).toHaveAttribute('src', VIDEO.url);
  });

  it('is the one file where the library finds that it cannot play the stream', async () => {
    canPlayStreams('');
    vi.stubGlobal('MediaSource', { isTypeSupported: () => false });
    const { element } = show();
    // Nothing is loaded that might not be played.
    expect(element).not.toHaveAttribute('src');
    await waitFor(() => expect(element).toHaveAttribute('src', VIDEO.url));
  });

  it('becomes the one file when the stream fails, by its newest address', async () => {
    canPlayStreams('maybe');
    const { element, rerender } = show();
    await fail(element);
    expect(element).toHaveAttribute('src', VIDEO.url);
    rerender(
      <Player video={{ url: '/files/video.mp4?grant=b', stream_url: '/files/stream/master.m3u8?grant=b' }} />,
    );
    expect(element).toHaveAttribute('src', '/files/video.mp4?grant=b');
  });

  it('stays the same file while it plays, whatever addresses come', () => {
    canPlayStreams('');
    const { element, rerender } = show({ ...VIDEO, stream_url: null });
    rerender(<Player video={{ url: '/files/video.mp4?grant=b', stream_url: null }} />);
    expect(element).toHaveAttribute('src', VIDEO.url);
  });
});
