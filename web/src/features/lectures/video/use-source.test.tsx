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

describe('the source of a lecture', () => {
  // In jsdom `error` is undefined; browsers return null.
  beforeEach(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, value: null });
  });
  afterEach(() => {
    vi.mocked(HTMLMediaElement.prototype.canPlayType).mockRestore();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'error');
  });

  it('is the stream where the browser plays streams natively', () => {
    canPlayStreams('maybe');
    expect(show().element).toHaveAttribute('src', VIDEO.stream_url);
  });

  it('is the single file if there is no stream, or it cannot be played', () => {
    canPlayStreams('');
    expect(show({ ...VIDEO, stream_url: null }).element).toHaveAttribute('src', VIDEO.url);
    expect(show().element).toHaveAttribute('src', VIDEO.url);
  });

  it('is the single file if the library cannot play the stream', async () => {
    canPlayStreams('');
    vi.stubGlobal('MediaSource', { isTypeSupported: () => false });
    const { element } = show();
    // Nothing loads that might not be played.
    expect(element).not.toHaveAttribute('src');
    await waitFor(() => expect(element).toHaveAttribute('src', VIDEO.url));
  });

  it('changes to the single file when the stream fails, with its newest address', async () => {
    canPlayStreams('maybe');
    const { element, rerender } = show();
    await fail(element);
    expect(element).toHaveAttribute('src', VIDEO.url);
    rerender(
      <Player video={{ url: '/files/video.mp4?grant=b', stream_url: '/files/stream/master.m3u8?grant=b' }} />,
    );
    expect(element).toHaveAttribute('src', '/files/video.mp4?grant=b');
  });

  it('stays the same file while it plays, even if new addresses arrive', () => {
    canPlayStreams('');
    const { element, rerender } = show({ ...VIDEO, stream_url: null });
    rerender(<Player video={{ url: '/files/video.mp4?grant=b', stream_url: null }} />);
    expect(element).toHaveAttribute('src', VIDEO.url);
  });
});
