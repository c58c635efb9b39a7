import { expect, test } from 'vitest';
import { BadVideo } from '../checks/video-facts.ts';
import { ladderOf } from './make-stream.ts';
import { planConversion, shownSize } from './plan-conversion.ts';
import type { Picture, Probe, Sound } from './probe-video.ts';

const PICTURE: Picture = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  pixelFormat: 'yuv420p',
  width: 1280,
  height: 720,
  pixelAspect: 1,
  quarterTurns: 0,
  isInterlaced: false,
  transfer: 'bt709',
  framesPerSecond: 25,
  hasSteadyRate: true,
  bitsPerSecond: 2_000_000,
};
const SOUND: Sound = {
  index: 1,
  codec: 'aac',
  profile: 'LC',
  channels: 2,
  samplesPerSecond: 48_000,
  isDefault: true,
};
const PROBE: Probe = {
  format: 'mov,mp4,m4a,3gp,3g2,mj2',
  bytes: 10_000_000,
  seconds: 60,
  pictures: [PICTURE],
  sounds: [SOUND],
};
const planOf = (picture: Partial<Picture>, probe: Partial<Probe> = {}) =>
  planConversion({ ...PROBE, pictures: [{ ...PICTURE, ...picture }], ...probe }, true);

test('a stream that browsers play is copied', () => {
  const plan = planOf({});
  expect(plan.picture).toMatchObject({ copies: true, width: 1280, height: 720 });
  expect(plan.sound).toEqual({ index: 1, copies: true });
  expect(plan.notes).toEqual([]);
});

test.for<[why: string, picture: Partial<Picture>, probe: Partial<Probe>]>([
  ['of another codec', { codec: 'hevc' }, {}],
  ['of ten bits', { pixelFormat: 'yuv420p10le', profile: 'High 10' }, {}],
  ['in 4:2:2', { pixelFormat: 'yuv422p', profile: 'High 4:2:2' }, {}],
  ['turned by a phone', { quarterTurns: 1 }, {}],
  ['interlaced', { isInterlaced: true }, {}],
  ['of pixels that are not square', { pixelAspect: 16 / 11 }, {}],
  ['larger than is shown', { width: 3840, height: 2160 }, {}],
  ['odd in its height', { height: 719 }, {}],
  ['as heavy as a camera makes it', { bitsPerSecond: 50_000_000 }, {}],
  ['heavy by its file alone', { bitsPerSecond: null }, { bytes: 200_000_000 }],
  ['of 120 frames a second', { framesPerSecond: 120 }, {}],
  ['in an AVI, whose times cannot be taken over', {}, { format: 'avi' }],
])('a picture that is %s is encoded anew', ([, picture, probe]) => {
  expect(planOf(picture, probe).picture?.copies).toBe(false);
});

test.for<[what: string, picture: Partial<Picture>, size: [number, number]]>([
  ['stays', {}, [1280, 720]],
  ['4K is shown in 1080', { width: 3840, height: 2160 }, [1920, 1080]],
  ['a phone held upright stays upright', { width: 1920, height: 1080, quarterTurns: 1 }, [1080, 1920]],
  ['PAL with wide pixels', { width: 720, height: 576, pixelAspect: 64 / 45 }, [1024, 576]],
  ['an odd size becomes even', { width: 853, height: 481 }, [852, 480]],
  ['a ribbon keeps a height', { width: 8000, height: 2 }, [1920, 2]],
])('the size: %s', ([, picture, [width, height]]) => {
  expect(shownSize({ ...PICTURE, ...picture })).toEqual({ width, height });
});

test('a recording with a variable or very high frame rate gets a constant one that browsers can play', () => {
  const rateOf = (picture: Partial<Picture>) =>
    planOf({ codec: 'hevc', ...picture }).picture?.filters.find((filter) => filter.startsWith('fps='));
  expect(rateOf({ framesPerSecond: 29.97002997 })).toBe('fps=29.97003');
  expect(rateOf({ framesPerSecond: 27.3, hasSteadyRate: false })).toBe('fps=30');
  expect(rateOf({ framesPerSecond: 3.1, hasSteadyRate: false })).toBe('fps=5');
  expect(rateOf({ framesPerSecond: 240 })).toBe('fps=60');
});

test('high dynamic range is mapped before the bit depth is reduced, and reported if that is not possible', () => {
  const hdr = { codec: 'hevc', pixelFormat: 'yuv420p10le', transfer: 'smpte2084' };
  const filters = planOf(hdr).picture?.filters.join() ?? '';
  expect(filters.indexOf('tonemap')).toBeGreaterThan(0);
  expect(filters.indexOf('tonemap')).toBeLessThan(filters.indexOf('format=yuv420p,'));
  const without = planConversion({ ...PROBE, pictures: [{ ...PICTURE, ...hdr }] }, false);
  expect(without.picture?.filters.join()).not.toContain('tonemap');
  expect(without.notes.join()).toContain('may look pale');
});

test('the default sound track is used, and others are mentioned', () => {
  const sounds = [
    { ...SOUND, isDefault: false },
    { ...SOUND, index: 2, codec: 'ac3', channels: 6 },
  ];
  const plan = planOf({}, { sounds });
  expect(plan.sound).toEqual({ index: 2, copies: false });
  expect(plan.notes).toEqual(['has 2 sound tracks; the one marked as default is taken']);
});

test('an audio recording is shown with a still picture, and a video without sound is reported as silent', () => {
  expect(planConversion({ ...PROBE, pictures: [] }, true)).toMatchObject({
    picture: null,
    notes: ['holds no pictures, only sound: it is shown with a still'],
  });
  expect(planOf({}, { sounds: [] })).toMatchObject({ sound: null, notes: ['has no sound'] });
});

test('a recording beyond a limit is refused with the limit', () => {
  expect(() => planOf({}, { seconds: 6 * 3600 })).toThrow('lasts 6 h 0 min, and a lecture at most 4 hours');
  expect(() => planOf({ width: 16_384, height: 8192 })).toThrow(BadVideo);
});

test('a ladder goes down from the size of the video, never up', () => {
  const sidesOf = (width: number, height: number) =>
    ladderOf({ width, height }).map((size) => `${size.width}x${size.height}`);
  expect(sidesOf(1920, 1080)).toEqual(['1920x1080', '1280x720', '854x480', '640x360']);
  expect(sidesOf(1080, 1920)).toEqual(['1080x1920', '720x1280', '480x854', '360x640']);
  expect(sidesOf(1024, 576)).toEqual(['1024x576', '640x360']);
  expect(sidesOf(320, 240)).toEqual(['320x240']);
});
