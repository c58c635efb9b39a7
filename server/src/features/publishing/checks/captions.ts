import { NotText, readText } from '../read-text.ts';

/*
 * Captions as a player needs them: WebVTT (W3C), with cues whose times run forward. SubRip (.srt), which studios
 * deliver, is converted: its times have a comma, and its few marks are those that WebVTT knows.
 */
export interface Captions {
  readonly cues: number;
  readonly lastEndSeconds: number;
  /** The file's text, in WebVTT. */
  readonly webVtt: string;
}

export class BadCaptions extends Error {
  readonly line: number | null;
  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+.*)?$`);
const SRT_TIME = String.raw`(\d{1,2}):([0-5]\d):([0-5]\d)[,.](\d{1,3})`;
const SRT_TIMING = new RegExp(String.raw`^\s*${SRT_TIME}\s*-->\s*${SRT_TIME}(?:\s.*)?$`);

/** Throws BadCaptions; the text completes "lectures/one.vtt ...". */
export async function readCaptions(path: string): Promise<Captions> {
  const text = await readText(path).catch((error: unknown) => {
    throw error instanceof NotText ? new BadCaptions(error.message, error.line) : error;
  });
  const lines = text.split(/\r\n|\r|\n/);
  if (/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? ''))
    return { ...cuesOf(lines, TIMING, '00:01.000'), webVtt: text };
  if (!lines.some((line) => SRT_TIMING.test(line))) {
    throw new BadCaptions('is neither WebVTT nor SubRip (SRT); give captions in one of these formats', 1);
  }
  return { ...cuesOf(lines, SRT_TIMING, '00:00:01,000'), webVtt: webVttOf(lines) };
}

function cuesOf(lines: readonly string[], timing: RegExp, example: string): Omit<Captions, 'webVtt'> {
  let cues = 0;
  let lastEndSeconds = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const match = timing.exec(line);
    if (!match) {
      const wanted = `"${example} --> ${example.replace('1', '4')}"`;
      throw new BadCaptions(`has a line of times that is not like ${wanted}`, index + 1);
    }
    const start = seconds(match.slice(1, 5));
    const end = seconds(match.slice(5, 9));
    if (end <= start) throw new BadCaptions('has a caption that ends before it begins', index + 1);
    cues += 1;
    lastEndSeconds = Math.max(lastEndSeconds, end);
  }
  if (cues === 0) throw new BadCaptions('has no caption in it');
  return { cues, lastEndSeconds };
}

const seconds = ([hours = '0', minutes, rest, thousandths = '0']: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(thousandths.padEnd(3, '0')) / 1000;

function webVttOf(lines: readonly string[]): string {
  const converted = lines.map((line) => {
    const times = SRT_TIMING.exec(line);
    if (!times) return cueText(line);
    const [start, end] = [times.slice(1, 5), times.slice(5, 9)].map(
      ([hours = '', minutes, rest, thousandths = '']) =>
        `${hours.padStart(2, '0')}:${minutes}:${rest}.${thousandths.padEnd(3, '0')}`,
    );
    return `${start} --> ${end}`;
  });
  return `WEBVTT\n\n${converted.join('\n').trim()}\n`;
}

/**
 * Keeps bold, italics and underlines; drops colors and places; everything else is text. A mark ends before the next one
 * begins: otherwise a line of marks that are never closed would be searched to its end for each of them.
 */
const cueText = (line: string): string =>
  line
    .replace(/<\/?font[^<>]*>|\{\\[^{}]*\}/gi, '')
    .replaceAll('&', '&amp;')
    .replace(/<(?!\/?[biu]>)/gi, '&lt;')
    .replace(/<(\/?)([BIU])>/g, (_tag, slash: string, name: string) => `<${slash}${name.toLowerCase()}>`);
