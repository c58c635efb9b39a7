/** iPhones support full screen only for the video element itself. */
interface ApplesVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export function toggleFullScreen(box: HTMLElement | null, video: ApplesVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(() => {});
  else video?.webkitEnterFullscreen?.();
}

export const canBeSmall = (): boolean =>
  typeof document !== 'undefined' && document.pictureInPictureEnabled === true;

export function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture();
  else void video?.requestPictureInPicture().catch(() => {});
}
