import { z } from 'zod';
import {
  ACCESS_MODES,
  ACCESSIBILITY_FEATURES,
  ACCESSIBILITY_HAZARDS,
  SUFFICIENT_MODES,
} from './accessibility-terms.ts';

/** A publisher's statements about a book. */

/** The properties without their prefix: `feature` is schema.org's accessibilityFeature. */
export const StatedAccessibility = z.object({
  access_mode: z.array(z.enum(ACCESS_MODES)),
  /** Each entry is a sufficient set of modes. */
  access_mode_sufficient: z.array(z.array(z.enum(SUFFICIENT_MODES))),
  feature: z.array(z.enum(ACCESSIBILITY_FEATURES)),
  hazard: z.array(z.enum(ACCESSIBILITY_HAZARDS)),
  summary: z.string().nullable(),
});
export type StatedAccessibility = z.output<typeof StatedAccessibility>;

export const BookAccessibility = z.object({
  /** Null = the publisher states nothing. */
  stated: StatedAccessibility.nullable(),
  /** Counted in the book's files. */
  known: z.object({
    /** Pages with text that can be searched and read aloud; the others are images, or empty. */
    pages_with_text: z.int(),
    videos: z.int(),
    captioned_videos: z.int(),
    /** Videos with spoken descriptions of what is seen. */
    described_videos: z.int(),
    images: z.int(),
    images_with_alternative: z.int(),
  }),
});
export type BookAccessibility = z.output<typeof BookAccessibility>;
