import { BadVideo } from '../checks/video-facts.ts';
import type { Picture, Probe, Sound } from './probe-video.ts';

/*
 * Plans the conversion of a recording from its streams. Pure, so that each unusual phone and camera is a row in the
 * test's table.
 */

/** Longer than any lecture; a course consists of several. */
const MAX_SECONDS = 4 * 3600;
/** 8K. Larger pictures need too much memory to decode. */
export const MAX_PIXELS = 8192 * 4352;
/** The maximum size of a lecture: long side and short side. */
const LARGEST = { long: 1920, short: 1080 };
const MAX_FRAMES_A_SECOND = 60;
/** A playable stream with a higher bit rate is encoded again: a camera's 50 Mbit/s are meant for editing. */
const MAX_COPIED_BITS_A_SECOND = 8_000_000;
/** Formats whose timestamps can be copied; those of AVI and of raw streams cannot. */
const COPIED_FORMATS = /^(mov|matroska|webm|flv|mpegts)/;
const COPIED_PROFILES = ['Baseline', 'Constrained Baseline', 'Main', 'High'];
const HIGH_RANGE: Readonly<Record<string, string>> = {
  smpte2084: 'smpte2084',
  'arib-std-b67': 'arib-std-b67',
};
/** Frame rates for recordings with a variable rate: the next one above the average. */
const STEADY_RATES = [5, 10, 15, 25, 30, 50, 60];

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface PicturePlan extends Size {
  readonly index: number;
  /** Browsers play the stream without conversion. */
  readonly copies: boolean;
  /** The ffmpeg filters in order, for encoding. */
  readonly filters: readonly string[];
}

interface SoundPlan {
  readonly index: number;
  readonly copies: boolean;
}

export interface ConversionPlan {
  readonly seconds: number;
  /** Null: an audio recording, shown with a still picture. */
  readonly picture: PicturePlan | null;
  readonly sound: SoundPlan | null;
  /** Notes for the publisher that complete "lectures/one.mp4 ...". */
  readonly notes: readonly string[];
}

/** Throws BadVideo for a recording beyond the limits. */
export function planConversion(probe: Probe, mapsTones: boolean): ConversionPlan {
  const { seconds, pictures, sounds } = probe;
  if (seconds > MAX_SECONDS) {
    const [most, length] = [
      MAX_SECONDS / 3600,
      `${Math.floor(seconds / 3600)} h ${Math.floor((seconds / 60) % 60)} min`,
    ];
    throw new BadVideo(`lasts ${length}, and a lecture at most ${most} hours; cut it into parts`);
  }
  const notes: string[] = [];
  const picture = largest(pictures);
  const sound = sounds.find(({ isDefault }) => isDefault) ?? sounds[0] ?? null;
  if (!picture) notes.push('holds no pictures, only sound: it is shown with a still');
  if (!sound) notes.push('has no sound');
  if (pictures.length > 1) notes.push(`has ${pictures.length} video tracks; the largest is taken`);
  if (sounds.length > 1) {
    const which = sound?.isDefault ? 'the one marked as default' : 'the first';
    notes.push(`has ${sounds.length} sound tracks; ${which} is taken`);
  }
  if (picture && HIGH_RANGE[picture.transfer] && !mapsTones)
    notes.push('has high dynamic range, which this server cannot convert: its colors may look pale');
  return {
    seconds,
    picture: picture && planPicture(picture, probe, mapsTones),
    sound: sound && { index: sound.index, copies: isPlayedSound(sound) },
    notes,
  };
}

const largest = (pictures: readonly Picture[]): Picture | null =>
  pictures.reduce<Picture | null>(
    (best, one) => (best && best.width * best.height >= one.width * one.height ? best : one),
    null,
  );

const isPlayedSound = ({ codec, profile, channels, samplesPerSecond }: Sound): boolean =>
  codec === 'aac' && profile === 'LC' && channels <= 2 && samplesPerSecond <= 48_000;

function planPicture(picture: Picture, probe: Probe, mapsTones: boolean): PicturePlan {
  const { width, height } = picture;
  if (width * height > MAX_PIXELS)
    throw new BadVideo(`is ${width} x ${height} pixels, which is more than 8K; export it smaller`);
  const size = shownSize(picture);
  const copies = isPlayedPicture(picture, probe) && size.width === width && size.height === height;
  return {
    index: picture.index,
    ...size,
    copies,
    filters: copies ? [] : filtersOf(picture, size, mapsTones),
  };
}

/**
 * The size shown: upright, with square pixels, within the maximum, and even, because H.264 halves the resolution of
 * its colors.
 */
export function shownSize(picture: Pick<Picture, 'width' | 'height' | 'pixelAspect' | 'quarterTurns'>): Size {
  const wide = picture.width * picture.pixelAspect;
  const isTurned = picture.quarterTurns % 2 === 1;
  const [width, height] = isTurned ? [picture.height, wide] : [wide, picture.height];
  const [long, short] = width >= height ? [width, height] : [height, width];
  const factor = Math.min(1, LARGEST.long / long, LARGEST.short / short);
  return { width: even(width * factor), height: even(height * factor) };
}

export const even = (length: number): number => Math.max(2, 2 * Math.round(length / 2 - 1e-6));

function isPlayedPicture(picture: Picture, { format, bytes, seconds }: Probe): boolean {
  const bitsPerSecond = picture.bitsPerSecond ?? (bytes * 8) / seconds;
  return (
    picture.codec === 'h264' &&
    COPIED_FORMATS.test(format) &&
    COPIED_PROFILES.includes(picture.profile) &&
    ['yuv420p', 'yuvj420p'].includes(picture.pixelFormat) &&
    picture.quarterTurns === 0 &&
    picture.pixelAspect === 1 &&
    !picture.isInterlaced &&
    picture.framesPerSecond <= MAX_FRAMES_A_SECOND &&
    bitsPerSecond <= MAX_COPIED_BITS_A_SECOND
  );
}

function filtersOf(picture: Picture, { width, height }: Size, mapsTones: boolean): string[] {
  const transfer = HIGH_RANGE[picture.transfer];
  return [
    ...(picture.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    `fps=${frameRate(picture)}`,
    // Numbers, not expressions: a recording that changes its size midway stays one video.
    `scale=${width}:${height}`,
    ...(transfer && mapsTones
      ? [
          `zscale=tin=${transfer}:min=bt2020nc:pin=bt2020:t=linear:npl=100`,
          ...['format=gbrpf32le', 'zscale=p=bt709', 'tonemap=hable:desat=0', 'zscale=t=bt709:m=bt709:r=tv'],
        ]
      : []),
    'format=yuv420p',
    'setsar=1',
  ];
}

function frameRate({ framesPerSecond, hasSteadyRate }: Picture): string {
  if (hasSteadyRate && framesPerSecond <= MAX_FRAMES_A_SECOND) return framesPerSecond.toFixed(5);
  return String(STEADY_RATES.find((rate) => rate >= framesPerSecond - 0.01) ?? MAX_FRAMES_A_SECOND);
}
