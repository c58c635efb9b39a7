import type { Cue } from '@vesalius/contract/lecture-cues';

/** A paragraph of the transcript: continuous speech, or a description. */
export interface Paragraph extends Cue {
  readonly isSeen: boolean;
}

/** A pause of this length, or this many letters before the end of a sentence, ends a paragraph. */
const PAUSE_SECONDS = 3;
const PARAGRAPH_LENGTH = 320;

/** All captions and descriptions in order, as paragraphs. */
export function transcriptOf(said: readonly Cue[], seen: readonly Cue[]): Paragraph[] {
  const all = [
    ...said.map((cue) => ({ ...cue, isSeen: false })),
    ...seen.map((cue) => ({ ...cue, isSeen: true })),
  ].sort((a, b) => a.from - b.from);
  const paragraphs: Paragraph[] = [];
  for (const cue of all) {
    const last = paragraphs.at(-1);
    const isOver =
      !last ||
      last.isSeen ||
      cue.isSeen ||
      cue.from - last.to > PAUSE_SECONDS ||
      (last.text.length > PARAGRAPH_LENGTH && /[.!?؟。]$/.test(last.text));
    if (isOver) paragraphs.push(cue);
    else paragraphs[paragraphs.length - 1] = { ...last, to: cue.to, text: `${last.text} ${cue.text}` };
  }
  return paragraphs;
}
