import {
  ACCESS_MODES,
  ACCESSIBILITY_FEATURES,
  ACCESSIBILITY_HAZARDS,
  SUFFICIENT_MODES,
} from '@vesalius/contract/accessibility-terms';
import { z } from 'zod';
import { Text } from './manifest-fields.ts';

/** Pairs of a hazard's value and the pattern that contradicts it. */
const CONTRADICTIONS: readonly (readonly [string, RegExp])[] = [
  ['none', /./],
  ['unknown', /./],
  ['flashing', /Flashing/],
  ['noFlashingHazard', /unknownFlashing/],
  ['motionSimulation', /MotionSimulation/],
  ['noMotionSimulationHazard', /unknownMotion/],
  ['sound', /Sound/],
  ['noSoundHazard', /unknownSound/],
];
const contradicts = (values: readonly string[]): boolean =>
  CONTRADICTIONS.some(
    ([value, others]) =>
      values.includes(value) && values.some((other) => other !== value && others.test(other)),
  );
const list = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.array(z.enum(values)).max(values.length).default([]);
/** How accessible the publisher says the book is, in schema.org's terms. */
export const Accessibility = z
  .strictObject({
    access_mode: list(ACCESS_MODES).describe('How the content is perceived: schema.org accessMode'),
    access_mode_sufficient: z
      .array(z.array(z.enum(SUFFICIENT_MODES)).min(1))
      .max(15)
      .default([])
      .describe('Each list is enough by itself to take in everything: schema.org accessModeSufficient'),
    feature: list(ACCESSIBILITY_FEATURES)
      .refine((values) => values.length < 2 || !values.some((value) => /^(none|unknown)$/.test(value)), {
        message: 'say "none" or "unknown" alone',
      })
      .describe('schema.org accessibilityFeature'),
    hazard: list(ACCESSIBILITY_HAZARDS)
      .refine((values) => !contradicts(values), { message: 'leave out what contradicts another value' })
      .describe('schema.org accessibilityHazard'),
    summary: Text(2000).optional().describe('schema.org accessibilitySummary, in the language of the book'),
  })
  .refine((stated) => Object.values(stated).some((value) => value && value.length > 0), {
    message: 'fill in one of them at least, or leave it out',
  });
