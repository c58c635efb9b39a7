import { z } from 'zod';
import { Id } from './atoms.ts';
import { MaterialKind } from './lectures.ts';
import { HIGHLIGHT_COLORS } from './notebook-limits.ts';

/** A part of a text, split where hits begin and end, so that no HTML needs to be parsed. */
export const TextPart = z.object({ text: z.string(), hit: z.boolean() });
export type TextPart = z.output<typeof TextPart>;

/** A lecture, image or study that says what is searched. */
export const MaterialHit = z.object({
  id: Id,
  material_type: MaterialKind,
  title: z.array(TextPart),
  page: z.number().int(),
  /** The printed number. */
  label: z.string(),
  /** When the lecture says it; null = it is in the title or the description. */
  at_seconds: z.number().nullable(),
  /** An excerpt of what is said, or of the description; empty where the title alone is searched. */
  context: z.array(TextPart),
  /** The caller sees the title in lists, and may not open it. */
  locked: z.boolean(),
});
export type MaterialHit = z.output<typeof MaterialHit>;

/** A note or highlight of the caller. */
export const NoteHit = z.object({
  id: Id,
  page: z.number().int(),
  /** The printed number. */
  label: z.string(),
  color: z.enum(HIGHLIGHT_COLORS),
  /** An excerpt of the note; empty for a highlight. */
  text: z.array(TextPart),
  /** An excerpt of the passage; empty where the caller may not read the page. */
  quote: z.array(TextPart),
});
export type NoteHit = z.output<typeof NoteHit>;

/** A chapter or section whose heading says what is searched. */
export const HeadingHit = z.object({ title: z.array(TextPart), page: z.number().int(), label: z.string() });
export type HeadingHit = z.output<typeof HeadingHit>;
