import { z } from 'zod';

/*
 * A publisher's statements about a book, in the terms of schema.org and of the W3C's "Schema.org Accessibility Properties for
 * Discoverability Vocabulary", as far as they apply to a book of pages, lectures and questions.
 */

export const ACCESS_MODES = [
  'auditory',
  'tactile',
  'textual',
  'visual',
  'chartOnVisual',
  'chemOnVisual',
  'colorDependent',
  'diagramOnVisual',
  'mathOnVisual',
  'textOnVisual',
] as const;

/** The modes that can be sufficient to understand all content. */
export const SUFFICIENT_MODES = ['auditory', 'tactile', 'textual', 'visual'] as const;

export const ACCESSIBILITY_FEATURES = [
  'alternativeText',
  'annotations',
  'audioDescription',
  'captions',
  'describedMath',
  'displayTransformability',
  'highContrastAudio',
  'highContrastDisplay',
  'index',
  'largePrint',
  'longDescription',
  'pageBreakMarkers',
  'pageNavigation',
  'printPageNumbers',
  'readingOrder',
  'signLanguage',
  'structuralNavigation',
  'synchronizedAudioText',
  'tableOfContents',
  'taggedPDF',
  'timingControl',
  'transcript',
  'unlocked',
  'none',
  'unknown',
] as const;

export const ACCESSIBILITY_HAZARDS = [
  'flashing',
  'motionSimulation',
  'sound',
  'noFlashingHazard',
  'noMotionSimulationHazard',
  'noSoundHazard',
  'unknownFlashingHazard',
  'unknownMotionSimulationHazard',
  'unknownSoundHazard',
  'none',
  'unknown',
] as const;

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
