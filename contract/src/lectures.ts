import { z } from 'zod';
import { Id, ListMetadata, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { lecturesCalls } from './lectures-calls.ts';

export const MaterialKind = z.enum(['video', 'image', 'DICOM']);
export type MaterialKind = z.output<typeof MaterialKind>;

const Seconds = z.number().min(0).max(1_000_000);
const PlayedRange = z.tuple([Seconds, Seconds]);
/** A part of a lecture, with the page it is about. */
const LectureMark = z.object({
  at_seconds: z.number(),
  title: z.string(),
  page: z.number().int().nullable(),
});
export type LectureMark = z.output<typeof LectureMark>;

/** What stands in lists. Without access: title, kind and length, and nothing that belongs to the content. */
const MaterialSummary = z.object({
  id: Id,
  supplementary_material_id: Id,
  material_type: MaterialKind,
  material_title: z.string(),
  /** Empty without access. */
  description: z.string(),
  diagnosis: z.string(),
  /** The files, as addresses that die with their time; of a DICOM series the first one. Empty without access. */
  url: z.array(z.string()),
  /** A still of the video, or the first picture; null without access. */
  poster_url: z.string().nullable(),
  speaker: z.string().nullable(),
  /** Of a video, if known; how many images or slices otherwise. */
  duration_seconds: z.number().nullable(),
  number_of_files: z.number().int(),
  /** The parts of a lecture; empty without access. */
  marks: z.array(LectureMark),
  locked: z.boolean(),
  watched: z.boolean(),
  /** 0 to 1: how much of a video was really played, of images or slices shown. */
  played_ratio: z.number(),
});
export type MaterialSummary = z.output<typeof MaterialSummary>;

export const SupplementaryGroup = z.object({
  book_page: z.number().int(),
  supplementary_materials: z.array(MaterialSummary),
});
export type SupplementaryGroup = z.output<typeof SupplementaryGroup>;

export const MaterialList = z.object({
  book: z.object({ id: Id, title: z.string() }),
  access: z.object({
    granted: z.boolean(),
    /** Customers' progress is kept; everybody else only looks. */
    records: z.boolean(),
  }),
  /** Started when one of the materials on its pages is watched, complete when all are. */
  chapters: z.array(
    z.object({
      id: Id,
      title: z.string(),
      first_page: z.number().int(),
      last_page: z.number().int(),
      materials: z.number().int(),
      watched: z.number().int(),
      status: z.enum(['none', 'not_started', 'started', 'complete']),
    }),
  ),
  data: z.array(SupplementaryGroup),
  metadata: ListMetadata,
});
export type MaterialList = z.output<typeof MaterialList>;

const VideoTrack = z.object({ language: z.string(), url: z.string() });
export type VideoTrack = z.output<typeof VideoTrack>;

const Neighbour = z.object({ id: Id, material_title: z.string(), book_page: z.number().int() }).nullable();

export const Material = MaterialSummary.extend({
  book: z.object({ id: Id, title: z.string() }),
  book_page: z.number().int(),
  records: z.boolean(),
  /** Until when the addresses below are good; asking again gives new ones. */
  expires_at: Timestamp,
  video: z
    .object({
      url: z.string(),
      /** The same in several sizes (HLS), for a line that carries less or more; null where there is one file alone. */
      stream_url: z.string().nullable(),
      poster_url: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      /** WebVTT. */
      captions: z.array(VideoTrack),
      /** What is seen and not said, as WebVTT: for those who do not see it. */
      descriptions: z.array(VideoTrack),
      /** Where it was left, on whatever device. */
      position_seconds: z.number(),
      played: z.array(PlayedRange),
    })
    .nullable(),
  images: z.array(
    z.object({
      url: z.string(),
      thumbnail_url: z.string(),
      width: z.number(),
      height: z.number(),
      caption: z.string().nullable(),
      alt: z.string(),
    }),
  ),
  series: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      modality: z.string().nullable(),
      /** One address a file, in the order in which they are shown. */
      url: z.array(z.string()),
    }),
  ),
  previous: Neighbour,
  next: Neighbour,
});
export type Material = z.output<typeof Material>;

const MaterialProgress = z.object({
  supplementary_material_id: Id,
  watched: z.boolean(),
  watched_at: Timestamp.nullable(),
  position_seconds: z.number(),
  played_ratio: z.number(),
});
export type MaterialProgress = z.output<typeof MaterialProgress>;

export const lecturesEndpoints = defineEndpoints(lecturesCalls, {
  listBookSupplementaryMaterials: {
    summary:
      'A book’s lectures, images and DICOM studies by page; without access what there is, and no addresses',
    query: z.object({ book_id: Id }),
    answer: MaterialList,
  },
  getSupplementaryMaterial: {
    summary: 'One material with the addresses of its files, the reader’s place in it, and its neighbours',
    answer: Material,
    errors: ['not_subscribed', 'video_not_found', 'no_supplementary_content'],
  },
  updateSupplementaryProgress: {
    summary: 'Keeps what was played or shown of a material; the server decides from it whether it is watched',
    body: z.object({
      book_id: Id,
      supplementary_material_id: Id,
      /** Accepted, and not believed. */
      watched: z.boolean().default(false),
      /** Parts of the video played since the last report; playing faster than the clock is refused. */
      played: z
        .array(PlayedRange.refine(([from, to]) => from <= to, VALUE_MESSAGES.rangeOrder))
        .max(500)
        .default([]),
      /** Images and slices shown since the last report, counted from 0. Images are one series, without a key. */
      shown: z
        .array(
          z.object({
            series: z.string().max(200),
            numbers: z.array(z.number().int().min(0).max(100_000)).max(5000),
          }),
        )
        .max(100)
        .default([]),
      position_seconds: Seconds.optional(),
    }),
    answer: MaterialProgress,
    errors: ['not_subscribed', 'video_not_found', 'played_too_fast'],
  },
  listSupplementaryProgress: {
    summary: 'What the reader has watched in a book',
    query: z.object({ book_id: Id }),
    answer: z.object({ data: z.array(MaterialProgress), metadata: ListMetadata }),
    errors: ['not_subscribed'],
  },
});
export type LecturesEndpoints = typeof lecturesEndpoints;
