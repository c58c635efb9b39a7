/** WebVTT (W3C), as far as a player needs it: the header, and cues whose times run forward. */
export interface Captions {
  readonly cues: number;
  readonly lastEndSeconds: number;
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

export function readCaptions(content: Uint8Array): Captions {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new BadCaptions('is not UTF-8 text; save the captions as UTF-8');
  }
  const lines = text.split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) {
    throw new BadCaptions('does not begin with "WEBVTT"; give captions in the WebVTT format', 1);
  }
  let cues = 0;
  let lastEndSeconds = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const match = TIMING.exec(line);
    if (!match) {
      throw new BadCaptions('has a line of times that is not like "00:01.000 --> 00:04.000"', index + 1);
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

const seconds = ([hours = '0', minutes, rest, thousandths]: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(thousandths) / 1000;
