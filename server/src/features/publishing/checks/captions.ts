import { setImmediate as turn } from 'node:timers/promises';
import { NotText, readText } from '../read-text.ts';
import { cueText } from './caption-text.ts';
import type { FileProblem } from './file-problem.ts';

/*
 * Captions as a player needs them: WebVTT (W3C) with cues in order of time. SubRip (.srt), which studios deliver, is
 * converted: its timestamps use a comma, and WebVTT knows its few tags. The stored file is written from the cues
 * alone: without styles, comments and numbers, in order of time.
 */
export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** With WebVTT tags. */
  readonly text: string;
  /** The position on the picture, as WebVTT settings; '' for the default at the bottom. */
  readonly settings: string;
}

export interface Captions {
  readonly cues: readonly Cue[];
  readonly lastEndSeconds: number;
  readonly webVtt: string;
}

/** The file has no captions, or captions with errors: all of them, in order. */
export class BadCaptions extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super(problems[0]?.text);
    this.problems = problems;
  }
}

interface Format {
  readonly timing: RegExp;
  readonly example: string;
}
const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const WEB_VTT: Format = {
  timing: new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+(.*))?$`),
  example: '"00:01.000 --> 00:04.000"',
};
const SRT_TIME = String.raw`(\d{1,2}):([0-5]\d):([0-5]\d)[,.](\d{1,3})`;
const SRT: Format = {
  timing: new RegExp(String.raw`^\s*${SRT_TIME}\s*-->\s*${SRT_TIME}(?:\s.*)?$`),
  example: '"00:00:01,000 --> 00:00:04,000"',
};
const SETTING =
  /^(?:vertical:(?:rl|lr)|(?:line|position|size):[\w.%,-]+|align:(?:start|center|end|left|right))$/;
/** An error of a cue that is still read. */
export const BACKWARDS = 'has a caption that ends before it begins';
/** More than a lecture of ten hours has. Files are read in the server's process, between other requests. */
const MAX_CUES = 20_000;
/** So many tell what is wrong; the file is not read further. */
const MAX_PROBLEMS = 100;
/** Between so many lines or blocks other requests get their turn. */
const STEP = 2000;
/** WebVTT blocks without text. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
const NUMBER = /^\s*\d+\s*$/;

/** Throws BadCaptions. */
export async function readCaptions(path: string): Promise<Captions> {
  const { cues, problems } = await readDraftCaptions(path);
  if (problems.length === 0 && cues.every(({ text }) => text === ''))
    throw new BadCaptions([{ line: null, text: 'has no caption in it' }]);
  if (problems.length > 0) throw new BadCaptions(problems);
  const lastEndSeconds = cues.reduce((last, { endSeconds }) => Math.max(last, endSeconds), 0);
  const written = cues.filter(({ text }) => text !== '');
  return { cues, lastEndSeconds, webVtt: writeWebVtt(written) };
}

export interface DraftCaptions {
  /** In order of time, including cues without text and cues that end before they begin. */
  readonly cues: readonly Cue[];
  readonly problems: readonly FileProblem[];
}

/** Captions that are being edited: errors are returned beside the cues. */
export async function readDraftCaptions(path: string): Promise<DraftCaptions> {
  try {
    return await parseCaptions(await readText(path));
  } catch (error) {
    if (!(error instanceof NotText)) throw error;
    return { cues: [], problems: [{ line: error.line, text: error.message }] };
  }
}

async function parseCaptions(text: string): Promise<DraftCaptions> {
  // As WebVTT demands; no database and no request takes NUL. Marks of direction stay: Arabic captions need them.
  const lines = text.replaceAll('\0', '\ufffd').split(/\r\n|\r|\n/);
  const isWebVtt = /^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '');
  if (!isWebVtt && !lines.some((line) => SRT.timing.test(line))) {
    const wrong = 'is neither WebVTT nor SubRip (SRT); give captions in one of these formats';
    return { cues: [], problems: [{ line: 1, text: wrong }] };
  }
  const problems: FileProblem[] = [];
  const cues: Cue[] = [];
  for (const [index, block] of (await blocksOf(lines)).entries()) {
    if (index % STEP === 0) await turn();
    if (problems.length >= MAX_PROBLEMS) break;
    const cue = readBlock(block, isWebVtt ? WEB_VTT : SRT, problems);
    if (cue) {
      if (cues.length === MAX_CUES) {
        problems.push({ line: block.line, text: 'has more than 20,000 captions; divide it' });
        break;
      }
      cues.push(cue);
    }
    if (!cue && !isWebVtt) continueCue(cues, block);
  }
  cues.sort((a, b) => a.startSeconds - b.startSeconds);
  return { cues, problems };
}

interface Block {
  /** Counts from 1. */
  readonly line: number;
  readonly lines: string[];
}

/** The settings that WebVTT knows. */
export const cueSettings = (text: string): string =>
  text
    .split(/[ \t]+/)
    .filter((setting) => SETTING.test(setting))
    .join(' ');

/** Splits at empty lines. A line with timestamps begins a new block even if the empty line is missing. */
async function blocksOf(lines: readonly string[]): Promise<Block[]> {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    if (index % STEP === 0) await turn();
    if (line.trim() === '') {
      isOpen = false;
      continue;
    }
    const current = isOpen ? blocks.at(-1) : undefined;
    if (current && !(line.includes('-->') && current.lines.some((other) => other.includes('-->'))))
      current.lines.push(line);
    else {
      // The cue's number is the line above, which was read as text of the previous cue.
      const above = current && NUMBER.test(current.lines.at(-1) ?? '') ? [current.lines.pop() as string] : [];
      blocks.push({ line: index + 1 - above.length, lines: [...above, line] });
    }
    isOpen = true;
  }
  return blocks;
}

function readBlock(block: Block, { timing, example }: Format, problems: FileProblem[]): Cue | null {
  if (OTHER_BLOCK.test(block.lines[0] ?? '')) return null;
  const at = block.lines.findIndex((line) => line.includes('-->'));
  if (at < 0) return null;
  const line = block.line + at;
  const match = timing.exec(block.lines[at] ?? '');
  if (!match) {
    problems.push({ line, text: `has a line of times that is not like ${example}` });
    return null;
  }
  const [startSeconds, endSeconds] = [secondsOf(match.slice(1, 5)), secondsOf(match.slice(5, 9))];
  if (endSeconds <= startSeconds) problems.push({ line, text: 'has a caption that ends before it begins' });
  const settings = cueSettings(match[9] ?? '');
  return { startSeconds, endSeconds, text: cueText(block.lines.slice(at + 1)), settings };
}

/** Some programs write empty lines into SubRip text: a block without timestamps belongs to the previous cue. */
function continueCue(cues: Cue[], block: Block): void {
  const last = cues.at(-1);
  const more = cueText(block.lines.filter((line) => !NUMBER.test(line)));
  if (last && more && !block.lines.some((line) => line.includes('-->')))
    cues[cues.length - 1] = { ...last, text: last.text ? `${last.text}\n${more}` : more };
}

const secondsOf = ([hours = '0', minutes, rest, thousandths = '0']: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + Number(thousandths.padEnd(3, '0')) / 1000;

export function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startSeconds, endSeconds, text, settings }) => {
    const times = `${timeOf(startSeconds)} --> ${timeOf(endSeconds)}`;
    return `${settings ? `${times} ${settings}` : times}\n${text}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function timeOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(thousandths % 1000).padStart(3, '0');
  return `${two(thousandths / 3_600_000)}:${two((thousandths / 60_000) % 60)}:${two((thousandths / 1000) % 60)}.${rest}`;
}
