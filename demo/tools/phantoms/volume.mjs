/** A block of Hounsfield units in patient coordinates (mm; x to the left, y to the back, z to the head). */

/** A repeatable source of numbers between 0 and 1. */
export function randomSource(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Normally distributed noise from a source of uniform numbers. */
export const gaussian = (random) =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

export class Volume {
  /** `bounds` is [[xMin, xMax], [yMin, yMax], [zMin, zMax]]; the voxels are cubes of `step` mm. */
  constructor(bounds, step, fill) {
    this.bounds = bounds;
    this.step = step;
    const samples = ([low, high]) => Math.round((high - low) / step);
    this.nx = samples(bounds[0]);
    this.ny = samples(bounds[1]);
    this.nz = samples(bounds[2]);
    this.data = new Int16Array(this.nx * this.ny * this.nz).fill(fill);
  }

  coordinate(axis, index) {
    return this.bounds[axis][0] + (index + 0.5) * this.step;
  }

  range(axis, low, high) {
    const size = [this.nx, this.ny, this.nz][axis];
    const index = (value) => (value - this.bounds[axis][0]) / this.step - 0.5;
    return [Math.max(0, Math.ceil(index(low))), Math.min(size - 1, Math.floor(index(high)))];
  }

  /** Calls `value(x, y, z, now)` in a box and stores what it returns, unless that is undefined. */
  paintBox([[x0, x1], [y0, y1], [z0, z1]], value) {
    const [i0, i1] = this.range(0, x0, x1);
    const [j0, j1] = this.range(1, y0, y1);
    const [k0, k1] = this.range(2, z0, z1);
    for (let k = k0; k <= k1; k += 1) {
      const z = this.coordinate(2, k);
      for (let j = j0; j <= j1; j += 1) {
        const y = this.coordinate(1, j);
        let at = (k * this.ny + j) * this.nx + i0;
        for (let i = i0; i <= i1; i += 1, at += 1) {
          const stored = value(this.coordinate(0, i), y, z, this.data[at]);
          if (stored !== undefined) this.data[at] = stored;
        }
      }
    }
  }

  /** An ellipsoid; `value` is a number or a function of (now, depth) where depth is 0 at the centre, 1 at the rim. */
  ellipsoid([cx, cy, cz], [rx, ry, rz], value) {
    /** @type {[[number, number], [number, number], [number, number]]} */
    const box = [
      [cx - rx, cx + rx],
      [cy - ry, cy + ry],
      [cz - rz, cz + rz],
    ];
    this.paintBox(box, (x, y, z, now) => {
      const depth = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 + ((z - cz) / rz) ** 2;
      if (depth > 1) return undefined;
      return typeof value === 'function' ? value(now, depth, x, y, z) : value;
    });
  }

  /** A tube through the points [x, y, z, radius], drawn as overlapping balls. */
  tube(points, value) {
    for (let index = 1; index < points.length; index += 1) {
      const [from, to] = [points[index - 1], points[index]];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
      const steps = Math.max(1, Math.ceil(length / Math.max(0.5, Math.min(from[3], to[3]) * 0.4)));
      for (let step = 0; step <= steps; step += 1) {
        const [x, y, z, r] = from.map((start, axis) => start + ((to[axis] - start) * step) / steps);
        this.ellipsoid([x, y, z], [r, r, r], value);
      }
    }
  }

  /** Mean of the voxels around a point, `half` voxels to each side along z. */
  sample(x, y, z0, z1) {
    const fx = (x - this.bounds[0][0]) / this.step - 0.5;
    const fy = (y - this.bounds[1][0]) / this.step - 0.5;
    const i = Math.floor(fx);
    const j = Math.floor(fy);
    if (i < 0 || j < 0 || i + 1 >= this.nx || j + 1 >= this.ny) return -1000;
    const [u, v] = [fx - i, fy - j];
    const [k0, k1] = this.range(2, z0, z1);
    let sum = 0;
    for (let k = k0; k <= k1; k += 1) {
      const at = (k * this.ny + j) * this.nx + i;
      const near = this.data[at] * (1 - u) + this.data[at + 1] * u;
      const far = this.data[at + this.nx] * (1 - u) + this.data[at + this.nx + 1] * u;
      sum += near * (1 - v) + far * v;
    }
    return sum / (k1 - k0 + 1);
  }
}
