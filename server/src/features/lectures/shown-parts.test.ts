import { describe, expect, it } from 'vitest';
import type { MaterialContent } from './material-content.ts';
import { countParts, isShownEnough, joinParts, type ShownParts, shownRatio } from './shown-parts.ts';

const image = (file: string) => ({ file, width: 8, height: 6, alt: '' });
const images: MaterialContent = { images: ['a', 'b'].map(image) };
const study: MaterialContent = {
  series: [
    { key: 'axial', title: '', files: ['1', '2', '3'] },
    { key: 'cine', title: '', files: ['many'], frames: 5 },
  ],
};

describe('shown images and slices', () => {
  it.each<[string, MaterialContent, ShownParts, number, boolean]>([
    ['nothing', images, {}, 0, false],
    ['one image of two', images, { '': [0] }, 0.5, false],
    ['both images', images, { '': [0, 1] }, 1, true],
    ['three of eight slices', study, { axial: [0, 1, 2] }, 0.375, false],
    ['half of the slices, over its series', study, { axial: [0, 1], cine: [3, 4] }, 0.5, true],
    ['what a new import left out', study, { coronal: [0, 1, 2, 3], axial: [0, 9] }, 0.125, false],
    ['anything of nothing', {}, { '': [0] }, 0, false],
  ])('%s', (_fact, content, shown, ratio, enough) => {
    expect(shownRatio(shown, content)).toBe(ratio);
    expect(isShownEnough(shown, content)).toBe(enough);
  });

  it('are joined over visits, each once, without unknown ones', () => {
    const report = [
      { series: 'axial', numbers: [2, 1, 2, 3] },
      { series: 'elsewhere', numbers: [0] },
      { series: 'axial', numbers: [0] },
    ];
    const joined = joinParts({ axial: [1] }, report, countParts(study));
    expect(joined).toEqual({ axial: [0, 1, 2] });
    expect(joinParts(joined, report, countParts(study))).toEqual(joined);
  });
});
