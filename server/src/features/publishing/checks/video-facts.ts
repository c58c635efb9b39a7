export interface VideoFacts {
  readonly container: 'mp4' | 'webm';
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly codec: string;
}

/** The text completes "lectures/one.mp4 ..." and says what would be right. */
export class BadVideo extends Error {}

export interface RawVideoFacts extends Omit<VideoFacts, 'container' | 'codec'> {
  readonly codec: string;
}

/** Random access to the file, so that a lecture of 2 GB is not read into memory. */
export interface Reader {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}
