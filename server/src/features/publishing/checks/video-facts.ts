export interface VideoFacts {
  readonly container: 'mp4' | 'webm';
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly codec: string;
}

/** The text completes "lectures/one.mp4 ..." and says how to fix it. */
export class BadVideo extends Error {}

export interface RawVideoFacts extends Omit<VideoFacts, 'container' | 'codec'> {
  /** As written in the container. */
  readonly codec: string;
  /** The H.264 profile_idc in MP4; null if the container does not state it. */
  readonly h264Profile: number | null;
  /** One per sound track, as written in the container. */
  readonly soundCodecs: readonly string[];
}

/** Random access to the file, so that a 2 GB lecture is not read into memory. */
export interface Reader {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** Accepted difference, above rounding and a last frame that stays: in seconds, and as a share of the duration. */
const LENGTH_TOLERANCE = { seconds: 2, ratio: 0.02 };

/**
 * The duration in the header must be right, because the watched time is measured against it. Null: the frames cannot
 * be counted.
 */
export function demandLength(said: number, counted: number | null): void {
  if (counted === null || !(said > 0)) return;
  const { seconds, ratio } = LENGTH_TOLERANCE;
  if (Math.abs(said - counted) <= Math.max(seconds, ratio * counted)) return;
  const [says, holds] = [said, counted].map((length) => Math.round(length));
  throw new BadVideo(`says that it lasts ${says} s, but holds ${holds} s; export it again`);
}
