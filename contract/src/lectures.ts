import { z } from 'zod';
import { Id, ListMetadata, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { lecturesCalls } from './lectures-calls.ts';

export const MaterialKind = z.enum(['video', 'image', 'DICOM']);
export type MaterialKind = z.output<typeof MaterialKind>;

const Seconds = z.number().min(0).max(1_000_000);
const PlayedRange = z.tuple([Seconds, Seconds]);
/** A part of a lecture, with the page that it is about. */
const LectureMark = z.object({
  at_seconds: z.number(),
  title: z.string(),
  page: z.number().int().nullable(),
});
export type LectureMark = z.output<typeof LectureMark>;

/** A material in lists. Without access: title, kind and length only. */
const MaterialSummary = z.object({
  id: Id,
  supplementary_material_id: Id,
  material_type: MaterialKind,
  material_title: z.string(),
  /** Empty without access. */
  description: z.string(),
  diagnosis: z.string(),
  /** URLs of the files, which expire; of a DICOM series only the first. Empty without access. */
  url: z.array(z.string()),
  /** A still image of the video, or the first image; null without access. */
  poster_url: z.string().nullable(),
  speaker: z.string().nullable(),
  /** The video's length, if known; the number of images or slices of other kinds. */
  duration_seconds: z.number().nullable(),
  number_of_files: z.number().int(),
  /** The parts of a lecture; empty without access. */
  marks: z.array(LectureMark),
  locked: z.boolean(),
  watched: z.boolean(),
  /** From 0 to 1: the played part of a video, or the shown part of images or slices. */
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
    /** Whether progress is recorded: for customers only. */
    records: z.boolean(),
  }),
  /** A chapter is started when one of the materials on its pages is watched, and complete when all are. */
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
  /** When the URLs below expire; a new request returns new ones. */
  expires_at: Timestamp,
  video: z
    .object({
      url: z.string(),
      /** The same video in several sizes (HLS), for different bandwidths; null if there is only the file. */
      stream_url: z.string().nullable(),
      poster_url: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      /** WebVTT. */
      captions: z.array(VideoTrack),
      /** Descriptions (WebVTT) of what is seen but not said, for users who cannot see it. */
      descriptions: z.array(VideoTrack),
      /** The last position on any device. */
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
      /** One URL per file, in the displayed order. */
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
      /** Accepted but ignored. */
      watched: z.boolean().default(false),
      /** The parts of the video that were played since the last report; more than the time allows is refused. */
      played: z
        .array(PlayedRange.refine(([from, to]) => from <= to, VALUE_MESSAGES.rangeOrder))
        .max(500)
        .default([]),
      /** Images and slices shown since the last report, counted from 0. Images are one series without a key. */
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
