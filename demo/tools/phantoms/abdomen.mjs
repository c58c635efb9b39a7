/** The upper abdomen in Hounsfield units: liver, spleen, kidneys, spine, vessels, bowel, and a left ureteric stone. */
import { randomSource, Volume } from './volume.mjs';

const soft = 52;
const fat = -100;
const air = -1000;

function paintKidney(block, side, dilated) {
  const [cx, cy, cz] = [side * 62, 34, side > 0 ? 30 : 20];
  const within = (now, depth) => (depth < 1 ? 33 : now);
  for (let slice = -54; slice <= 54; slice += 1) {
    const share = Math.sqrt(Math.max(0, 1 - (slice / 55) ** 2));
    const x = cx + side * -slice * 0.2;
    block.paintBox(
      [
        [x - 30, x + 30],
        [cy - 28, cy + 28],
        [cz + slice - 0.6, cz + slice + 0.6],
      ],
      (px, py, _z, now) => {
        const depth = ((px - x) / (27 * share + 0.1)) ** 2 + ((py - cy) / (24 * share + 0.1)) ** 2;
        if (depth > 1) return undefined;
        const sinus = ((px - (x - side * 9)) / 12) ** 2 + ((py - cy + 3) / 8) ** 2 + (slice / 30) ** 2;
        if (sinus < (dilated ? 1.5 : 1)) return dilated && sinus < 1.2 ? 6 : fat + 10;
        const pyramid = depth < 0.5 && Math.sin(Math.atan2(py - cy, px - x) * 4 + slice * 0.18) > 0.2;
        return within(now, depth) - (pyramid ? 5 : 0);
      },
    );
  }
}

export function abdomenVolume({ step = 1.2 } = {}) {
  const block = new Volume(
    [
      [-185, 185],
      [-125, 125],
      [-100, 110],
    ],
    step,
    air,
  );
  const random = randomSource(88);
  block.paintBox(block.bounds, (x, y) => {
    const r = (Math.abs(x) / 166) ** 2.4 + (Math.abs(y) / 110) ** 2.2;
    if (r > 1) return undefined;
    if (r > 0.985) return 20;
    if (r > 0.74) return fat;
    if (r > 0.63) return soft;
    return fat + 8;
  });
  const inside = (now) => (now > -600 ? true : undefined);
  const organ = (value) => (now) => (inside(now) && now < 20 ? value : undefined);
  block.ellipsoid([-66, -16, 70], [66, 66, 70], organ(58));
  block.ellipsoid([-16, -44, 76], [52, 30, 42], organ(58));
  block.ellipsoid([104, 26, 74], [24, 38, 46], organ(50));
  block.ellipsoid([-44, -46, 30], [17, 15, 26], organ(8));
  block.ellipsoid([44, -42, 74], [38, 30, 32], organ(32));
  block.ellipsoid([50, -60, 84], [22, 9, 20], -980);
  block.tube(
    [
      [-28, -14, 22, 13],
      [0, -22, 30, 11],
      [40, -4, 44, 11],
      [74, 10, 56, 9],
    ],
    organ(42),
  );
  for (const side of [-1, 1]) {
    block.tube(
      [
        [side * 30, 40, 40, 13],
        [side * 40, 40, -10, 20],
        [side * 50, 34, -100, 25],
      ],
      organ(55),
    );
    block.tube(
      [
        [side * 36, 84, 110, 24],
        [side * 38, 82, -100, 25],
      ],
      (now) => (now > -600 && now < 20 ? 55 : undefined),
    );
  }
  block.tube(
    [
      [3, 14, 110, 11],
      [2, 14, -100, 9],
    ],
    45,
  );
  block.tube(
    [
      [-24, 8, 110, 12],
      [-22, 10, -100, 11],
    ],
    42,
  );
  paintKidney(block, -1, false);
  paintKidney(block, 1, true);
  const ureter = [
    [46, 30, 24, 6],
    [40, 26, 4, 5],
    [37, 22, -26, 4.5],
  ];
  block.tube(
    ureter.map(([x, y, z, r]) => [x, y, z, r + 1.4]),
    40,
  );
  block.tube(ureter, 6);
  block.tube(
    [
      [37, 22, -30, 2.2],
      [36, 18, -100, 2],
    ],
    30,
  );
  block.ellipsoid([37, 22, -27], [3.4, 3.2, 4.6], 940);
  for (let loop = 0; loop < 84; loop += 1) {
    const x = (random() - 0.5) * 170;
    const y = -62 + random() * 48;
    const z = -96 + random() * 132;
    const r = 9 + random() * 6;
    block.tube(
      [
        [x, y, z, r],
        [x + 26 * (random() - 0.5), y + 14 * (random() - 0.5), z + 26 * (random() - 0.5), r],
      ],
      organ(34),
    );
    if (loop % 5 === 0)
      block.ellipsoid([x, y - r * 0.35, z], [r * 0.62, r * 0.4, r * 0.8], (now) =>
        now > -50 ? -900 : undefined,
      );
  }
  for (const side of [-1, 1]) {
    const colon = [
      [side * 106, -8, -96, 17],
      [side * 108, 0, -30, 16],
      [side * 104, -4, 20, 17],
    ];
    block.tube(colon, organ(36));
    for (let z = -88; z < 16; z += 15)
      block.ellipsoid([side * 107, -10, z], [11, 8, 6], (now) => (now > -50 ? -850 : undefined));
  }
  for (let level = 0; level < 7; level += 1) {
    const z = 108 - level * 33;
    block.paintBox(
      [
        [-24, 24],
        [30, 70],
        [z - 27, z],
      ],
      (x, y) => {
        const r = Math.hypot(x / 23, (y - 48) / 17);
        return r > 1 ? undefined : r > 0.9 ? 420 : 170;
      },
    );
    block.paintBox(
      [
        [-24, 24],
        [30, 70],
        [z - 33, z - 27],
      ],
      (x, y) => (Math.hypot(x / 22, (y - 48) / 16) < 1 ? 85 : undefined),
    );
    block.ellipsoid([0, 73, z - 14], [9, 8, 17], 22);
    for (const side of [-1, 1]) {
      block.tube(
        [
          [side * 13, 66, z - 10, 4.5],
          [side * 14, 82, z - 10, 5],
          [side * 38, 80, z - 8, 3.6],
        ],
        380,
      );
      if (level < 4) {
        block.tube(
          [
            [side * 28, 72, z, 5],
            [side * 84, 82, z - 16, 5],
            [side * 132, 34, z - 44, 5],
            [side * 136, -20, z - 62, 4.5],
          ],
          (now) => (now > -600 ? 420 : undefined),
        );
      }
    }
    block.tube(
      [
        [0, 84, z - 12, 4],
        [0, 96, z - 17, 4],
      ],
      400,
    );
  }
  return block;
}
