import type { Log } from '../platform/database/pool.ts';

/** For errors that a test provokes: records the lines instead of printing them. */
export function recordingLog(): Log & { lines: { level: string; fields: object; text: string }[] } {
  const lines: { level: string; fields: object; text: string }[] = [];
  const record = (level: string) => (fields: object, text: string) =>
    void lines.push({ level, fields, text });
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}
