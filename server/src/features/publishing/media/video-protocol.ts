import type { VideoFacts } from '../checks/video-facts.ts';

/** To the child that clears videos: one at a time, by their paths on the local disk. */
export interface VideoRequest {
  readonly path: string;
  readonly output: string;
}

export type VideoAnswer =
  | { readonly tell: 'ready' }
  | { readonly tell: 'cleared'; readonly facts: VideoFacts }
  /** Completes "lectures/one.mp4 ...". */
  | { readonly tell: 'refused'; readonly text: string }
  /** Not the file's fault. */
  | { readonly tell: 'failed'; readonly message: string };
