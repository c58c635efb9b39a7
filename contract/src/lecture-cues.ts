/** A caption or description: what is said or seen during some seconds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const TIME = String.raw`(?:(\d{2,}):)?(\d{2}):(\d{2})\.(\d{3})`;
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}`);

/** The cues of a WebVTT file that the import has validated, without their styling. */
export function readCues(vtt: string): Cue[] {
  const cues: Cue[] = [];
  const text = vtt.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const times = at < 0 ? null : TIMING.exec(lines[at] as string);
    if (!times) continue;
    const words = plainText(lines.slice(at + 1).join(' '));
    if (words) cues.push({ from: seconds(times.slice(1, 5)), to: seconds(times.slice(5, 9)), text: words });
  }
  return cues.sort((a, b) => a.from - b.from);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};
const plainText = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const seconds = ([hours = '0', minutes, rest, thousandths]: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(thousandths) / 1000;
