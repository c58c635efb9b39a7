import { z } from 'zod';
import { FilePath, Key, Line, Page, Text } from './manifest-fields.ts';

const Caption = z.strictObject({ language: z.string().regex(/^[a-z]{2}$/), file: FilePath });
const MaterialBase = {
  key: Key,
  title: Line(200),
  description: Text(4000).optional(),
  diagnosis: Text(4000).optional(),
};
export const ManifestMaterial = z.discriminatedUnion('type', [
  z.strictObject({
    ...MaterialBase,
    type: z.literal('video'),
    file: FilePath,
    poster: FilePath.optional(),
    captions: z.array(Caption).max(20).default([]),
    /** What is seen but not said, in words: spoken while the lecture pauses, and part of its transcript. */
    descriptions: z.array(Caption).max(20).default([]),
    /** Chapters of the lecture; a page number links that second with the page. */
    marks: z
      .array(z.strictObject({ at_seconds: z.number().min(0), title: Line(200), page: Page.optional() }))
      .max(200)
      .default([]),
    speaker: Text(120).optional(),
  }),
  z.strictObject({
    ...MaterialBase,
    type: z.literal('image'),
    images: z
      .array(z.strictObject({ file: FilePath, caption: Text(1000).optional(), alt: Text(1000) }))
      .min(1)
      .max(50),
  }),
  z.strictObject({
    ...MaterialBase,
    type: z.literal('dicom'),
    /** Each series: one folder of .dcm files, or single files. */
    series: z
      .array(z.strictObject({ key: Key, title: Line(200), folder: FilePath }))
      .min(1)
      .max(20),
    /**
     * `remove` strips all attributes that identify a patient (DICOM PS3.15); without it such a file stops the import.
     */
    identifying_attributes: z.enum(['refuse', 'remove']).default('refuse'),
    /** With `remove`: attributes that stay, by their DICOM keyword, each with the reason. */
    kept_attributes: z
      .array(z.strictObject({ attribute: z.string().regex(/^[A-Z][A-Za-z0-9]{0,99}$/), reason: Text(500) }))
      .max(50)
      .default([]),
  }),
]);
export type ManifestMaterial = z.output<typeof ManifestMaterial>;
