/** An upload as a list shows it. */
export interface UploadView {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** What the server has; null = not asked yet. */
  readonly sentBytes: number | null;
  readonly state: 'waiting' | 'uploading' | 'paused' | 'offline' | 'checking' | 'done' | 'refused';
  /** Of the last seconds; null while nothing moves. */
  readonly bytesPerSecond: number | null;
  /** Begun before this page was loaded: the browser gives the file to nobody, the user has to choose it again. */
  readonly needsFile: boolean;
  readonly error: Error | null;
  readonly result: UploadResult | null;
}
export interface UploadResult {
  readonly uploadId: string;
  readonly hash: string;
  readonly mediaType: string;
}

export const secondsLeft = ({ bytes, sentBytes, bytesPerSecond }: UploadView): number | null =>
  bytesPerSecond === null || bytesPerSecond < 1
    ? null
    : Math.ceil((bytes - (sentBytes ?? 0)) / bytesPerSecond);

/** How far back the speed looks (milliseconds). */
const WINDOW_MS = 5000;

/** Bytes a second over the last seconds; null until there are two moments to compare. */
export function speedMeter(now: () => number = () => performance.now()) {
  let moments: { at: number; bytes: number }[] = [];
  return (bytes: number): number | null => {
    const at = now();
    // After a step back (a part that did not arrive) nothing before it counts.
    if (bytes < (moments.at(-1)?.bytes ?? 0)) moments = [];
    moments = [...moments.filter((moment) => at - moment.at <= WINDOW_MS), { at, bytes }];
    const first = moments[0];
    return first && at - first.at >= 500 ? ((bytes - first.bytes) / (at - first.at)) * 1000 : null;
  };
}
