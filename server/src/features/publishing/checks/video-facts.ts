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
  /** As the container writes it. */
  readonly codec: string;
  /** profile_idc of H.264 in MP4; null where the container does not tell. */
  readonly h264Profile: number | null;
  /** Of each sound track, as the container writes it. */
  readonly soundCodecs: readonly string[];
}

/** Random access to the file, so that a lecture of 2 GB is not read into memory. */
export interface Reader {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** Beyond rounding and a last picture that stays: seconds, and share of the length. */
const LENGTH_TOLERANCE = { seconds: 2, ratio: 0.02 };

/**
 * What a reader has watched is counted against the length, so a container has to say the truth about it. Null: the
 * pictures cannot be counted.
 */
export function demandLength(said: number, counted: number | null): void {
  if (counted === null || !(said > 0)) return;
  const { seconds, ratio } = LENGTH_TOLERANCE;
  if (Math.abs(said - counted) <= Math.max(seconds, ratio * counted)) return;
  const [says, holds] = [said, counted].map((length) => Math.round(length));
  throw new BadVideo(`says that it lasts ${says} s, but holds ${holds} s; export it again`);
}
