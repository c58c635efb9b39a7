import { describe, expect, it } from 'vitest';
import type { Point3 } from './decode/slice.ts';
import { angleAt, distance, isParallel, placeOf, sidesOf } from './geometry.ts';
import { type Frame, matrixOf, toPane, toSlice, type View, WHOLE, zoomAt } from './view.ts';

const at = (column: number, row: number) => ({ column, row });
type Plane = readonly [Point3, Point3];
const AXIAL: Plane = [
  [1, 0, 0],
  [0, 1, 0],
];
const SAGITTAL: Plane = [
  [0, 1, 0],
  [0, 0, -1],
];
const CORONAL: Plane = [
  [1, 0, 0],
  [0, 0, -1],
];

describe('measuring', () => {
  it('uses millimeters with the spacing of rows and of columns', () => {
    expect(distance(at(0, 0), at(30, 40), [1, 1])).toBe(50);
    expect(distance(at(0, 0), at(10, 0), [2, 0.5])).toBe(5);
    expect(distance(at(0, 0), at(0, 10), [2, 0.5])).toBe(20);
    expect(distance(at(0, 0), at(3, 4), null)).toBe(5);
  });

  it('measures angles in the patient, not in pixels', () => {
    expect(angleAt(at(10, 0), at(0, 0), at(0, 10), null)).toBeCloseTo(90);
    expect(angleAt(at(10, 0), at(0, 0), at(10, 10), [1, 1])).toBeCloseTo(45);
    expect(angleAt(at(10, 0), at(0, 0), at(10, 10), [2, 1])).toBeCloseTo(63.43);
    expect(angleAt(at(-10, 1), at(0, 0), at(-10, -1), null)).toBeCloseTo(11.42);
  });
});

describe('orientation', () => {
  it.each<[string, Plane, number, string]>([
    ['axial', AXIAL, 0, 'A L P R'],
    ['axial, turned to the right', AXIAL, 90, 'R A L P'],
    ['axial, upside down', AXIAL, 180, 'P R A L'],
    ['sagittal', SAGITTAL, 0, 'H P F A'],
    ['coronal', CORONAL, 0, 'H L F R'],
    [
      'oblique',
      [
        [0.71, 0.71, 0],
        [-0.71, 0.71, 0],
      ],
      0,
      'AL LP PR RA',
    ],
  ])('%s names the sides of the patient', (_name, plane, rotation, expected) => {
    const { top, end, bottom, start } = sidesOf(plane, rotation);
    const sorted = (text: string) => text.split(' ').map((side) => [...side].sort().join(''));
    expect(sorted(`${top} ${end} ${bottom} ${start}`)).toEqual(sorted(expected));
  });

  it('gives the position along the normal, only for parallel slices', () => {
    expect(placeOf({ position: [5, 6, 42], orientation: AXIAL })).toBe(42);
    expect(placeOf({ position: null, orientation: AXIAL })).toBeNull();
    expect(isParallel(AXIAL, AXIAL)).toBe(true);
    expect(isParallel(AXIAL, CORONAL)).toBe(false);
    expect(isParallel(AXIAL, null)).toBe(false);
  });
});

describe('the view', () => {
  const frame: Frame = { width: 800, height: 400, columns: 200, rows: 100, aspect: 2 };
  const views: View[] = [
    WHOLE,
    { zoom: 3, panX: 40, panY: -7, rotation: 0 },
    { zoom: 1.5, panX: -3, panY: 9, rotation: 90 },
    { zoom: 0.7, panX: 0, panY: 0, rotation: 270 },
  ];
  it.each(views)('maps from the slice to the pane and back: %o', (view) => {
    const point = toSlice(frame, view, toPane(frame, view, at(12.5, 77)));
    expect(point.column).toBeCloseTo(12.5);
    expect(point.row).toBeCloseTo(77);
  });

  it('centers the whole slice, with non-square pixels', () => {
    expect(matrixOf(frame, WHOLE)).toEqual([2, 0, -0, 4, 200, 0]);
  });

  it('keeps the point under the pointer when it zooms', () => {
    const pointer = { x: 310, y: 120 };
    for (const view of views) {
      const before = toSlice(frame, view, pointer);
      const after = toSlice(frame, zoomAt(frame, view, view.zoom * 2, pointer), pointer);
      expect(after.column).toBeCloseTo(before.column);
      expect(after.row).toBeCloseTo(before.row);
    }
  });
});
