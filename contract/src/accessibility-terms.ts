/*
 * The words of schema.org and of the W3C's "Schema.org Accessibility Properties for Discoverability Vocabulary", as far as
 * a book of pages, lectures and questions can have them.
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

/** Those that can be enough to take in everything. */
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
