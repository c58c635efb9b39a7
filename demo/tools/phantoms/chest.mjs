/**
 * A chest in Hounsfield units: rib cage, lungs with lobes and vessels, heart, great vessels, airways, diaphragm.
 * One finding at a time can be added; the sections and the projected radiographs come from the same block.
 */
import { randomSource, Volume } from './volume.mjs';

const air = -1000;
const lung = -860;
const soft = 45;
const blood = 48;
const fat = -95;

const shrink = (z, top, power) => (1 - Math.min(1, Math.max(0, (z + 60) / top)) ** power) ** (1 / 2.1);
/** Half-width and half-depth of the inner rib cage at a height. */
const halfWidth = (z) => 134 * shrink(z, 304, 3.4);
const halfDepth = (z) => 86 * shrink(z, 306, 3);
const centreY = (z) => -4 + Math.max(0, z - 60) * 0.13;

/** Height of the diaphragm below a point; the right dome stands higher, both fall to the back and the side. */
function diaphragm(x, y, lift) {
  const right = x < 0;
  const top = (right ? 14 : 2) + (right ? lift.right : lift.left);
  const across = (Math.abs(x) - 62) / 72;
  const back = (y + 12) / 78;
  return top - 40 * across ** 2 - (back > 0 ? 66 : 30) * back ** 2;
}

/** Which lobe a point of lung belongs to. */
function lobe(x, y, z) {
  const oblique = 142 + (y - 70) * 1.12;
  if (x < 0) {
    if (z < oblique) return 'RLL';
    return z < 96 ? 'RML' : 'RUL';
  }
  return z < oblique - 4 ? 'LLL' : 'LUL';
}

/** Half-width of the soft tissue between the lungs: almost nothing in front and behind, more around the trachea. */
function mediastinum(y, z) {
  const high = smooth((z - 150) / 80);
  const low = smooth((70 - z) / 60);
  const front = 4 + 12 * high + 12 * low;
  const middle = 11 + 8 * Math.max(0, 1 - Math.abs(z - 118) / 70) + 9 * high + 5 * low;
  const back = 19 + 3 * high + 2 * Math.sin(z / 23);
  return y < 0
    ? front + (middle - front) * smooth((y + 64) / 44)
    : middle + (back - middle) * smooth((y - 18) / 30);
}

const smooth = (share) => {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
};

function paintBody(block) {
  block.paintBox(block.bounds, (x, y, z) => {
    const shoulder = smooth((z - 110) / 80);
    const neck = smooth((z - 196) / 66);
    const width = (164 + 24 * shoulder) * (1 - neck) + 64 * neck;
    const depth = (112 - 12 * shoulder) * (1 - neck) + 62 * neck;
    const r = (Math.abs(x) / width) ** 2.5 + (Math.abs(y - 2) / depth) ** 2.3;
    if (r > 1) return undefined;
    return r > 0.86 ? fat : soft;
  });
}

function paintLungs(block, { lift, pneumothorax }) {
  block.paintBox(
    [
      [-140, 140],
      [-100, 100],
      [-70, 246],
    ],
    (x, y, z) => {
      const w = halfWidth(z);
      const d = halfDepth(z);
      if (w < 4 || d < 4) return undefined;
      const r = Math.sqrt((x / w) ** 2 + ((y - centreY(z)) / d) ** 2);
      if (r > 1 || z < diaphragm(x, y, lift)) return undefined;
      if (Math.abs(x) < mediastinum(y, z)) return undefined;
      if (pneumothorax && x < 0) {
        const edge = 1 - pneumothorax * (0.16 + 0.3 * Math.max(0, (z - 40) / 190));
        if (r > edge) return air;
        if (r > edge - 0.016) return -250;
      }
      return lung + Math.round(26 * (y / 80));
    },
  );
}

function paintHeart(block, scale) {
  const inLung = (now) => (now > -1024 ? blood : now);
  block.ellipsoid([20 + 8 * (scale - 1), -22, 34], [62 * scale, 46 * scale, 52], inLung);
  block.ellipsoid([-14, -14, 48], [40 * (1 + (scale - 1) * 0.6), 40, 50], inLung);
  block.ellipsoid([34 * scale, -26, 22], [54 * scale, 42, 36], inLung);
  block.ellipsoid([0, 14, 62], [36, 28, 26], inLung);
}

function paintVessels(block, aortaScale) {
  const r = 13.5 * aortaScale;
  block.tube(
    [
      [4, -22, 78, r],
      [-14, -24, 112, r],
      [-10, -14, 140, r],
      [8, 8, 152, r],
      [26, 30, 148, r * 0.95],
      [32, 48, 128, r * 0.9],
      [29, 52, 60, r * 0.85],
      [22, 50, -70, r * 0.8],
    ],
    blood,
  );
  block.tube(
    [
      [-26, -8, 70, 10],
      [-29, -10, 130, 10],
      [-27, -8, 190, 9],
    ],
    blood,
  );
  block.tube(
    [
      [10, -38, 84, 14],
      [24, -22, 108, 14],
      [44, 8, 118, 11],
      [56, 16, 108, 9],
    ],
    blood,
  );
  block.tube(
    [
      [12, -12, 106, 11],
      [-30, -6, 104, 10.5],
      [-52, 2, 96, 9],
    ],
    blood,
  );
  block.tube(
    [
      [-27, -8, 190, 8],
      [-44, -20, 214, 7],
    ],
    blood,
  );
  block.tube(
    [
      [24, 4, 158, 6],
      [38, -6, 210, 5.5],
      [46, -10, 236, 5],
    ],
    blood,
  );
  block.tube(
    [
      [-6, -14, 150, 6.5],
      [-26, -6, 196, 6],
      [-40, -8, 232, 5],
    ],
    blood,
  );
}

function paintAirways(block) {
  const wall = 20;
  const pipes = [
    [
      [0, 2, 262, 9],
      [-1, 8, 190, 9],
      [-3, 14, 136, 9],
    ],
    [
      [-3, 14, 136, 7.4],
      [-26, 16, 112, 7],
      [-46, 16, 96, 5.4],
      [-58, 22, 66, 4],
    ],
    [
      [-26, 16, 114, 4.6],
      [-50, 12, 122, 4],
      [-66, 8, 138, 3],
    ],
    [
      [-3, 14, 136, 6.6],
      [24, 18, 116, 6.2],
      [50, 20, 104, 5],
      [60, 28, 72, 3.8],
    ],
    [
      [48, 18, 106, 4],
      [62, 4, 122, 3],
    ],
  ];
  for (const pipe of pipes)
    block.tube(
      pipe.map(([x, y, z, r]) => [x, y, z, r + 1.6]),
      (now) => Math.max(now, wall),
    );
  for (const pipe of pipes) block.tube(pipe, air);
}

/** Arteries and veins of the lung as a random tree from each hilum, thicker towards the base. */
function paintLungTree(block, options) {
  const random = randomSource(1543);
  const paint = (now, _depth) => (now < -600 && now > -995 ? blood : undefined);
  const inside = (x, y, z) => {
    const r = Math.sqrt((x / halfWidth(z)) ** 2 + ((y - centreY(z)) / halfDepth(z)) ** 2);
    const limit = options.pneumothorax && x < 0 ? 0.97 - options.pneumothorax * 0.42 : 0.95;
    return r < limit && z > diaphragm(x, y, options.lift) + 3 && Math.abs(x) > 24 && z < 236;
  };
  const grow = (x, y, z, direction, radius, generation) => {
    if (generation > 7 || radius < 0.55) return;
    const length = (19 + 12 * random()) * 0.9 ** generation;
    const end = [x, y, z].map((start, axis) => start + direction[axis] * length);
    if (!inside(...end)) return;
    const tip = radius * 0.86;
    block.tube(
      [
        [x, y, z, radius],
        [...end, tip],
      ],
      paint,
    );
    const children = generation < 2 ? 3 : 2;
    for (let child = 0; child < children; child += 1) {
      const spread = 0.52 + 0.3 * random();
      const turned = direction.map((part) => part + (random() - 0.5) * 2 * spread);
      const size = Math.hypot(...turned);
      grow(
        ...end,
        turned.map((part) => part / size),
        tip * (0.68 + 0.16 * random()),
        generation + 1,
      );
    }
  };
  for (const side of [-1, 1]) {
    const hilum = [side * (side < 0 ? 44 : 48), 8, side < 0 ? 100 : 110];
    for (let branch = 0; branch < 15; branch += 1) {
      const angle = (branch / 15) * Math.PI * 1.5 - Math.PI * 0.83;
      const tilt = ((branch % 4) - 1.5) * 0.42;
      const direction = [side * (0.42 + 0.6 * Math.abs(Math.cos(angle))), tilt, Math.sin(angle) * 1.05];
      const size = Math.hypot(...direction);
      const radius = (direction[2] < 0 ? 4.4 : 3.3) * (options.upperDiversion && direction[2] > 0 ? 1.5 : 1);
      grow(
        ...hilum,
        direction.map((part) => part / size),
        radius,
        0,
      );
    }
  }
}

function paintBones(block) {
  const bone = (shell, core, ratio) => (now, depth) => (depth > ratio ? Math.max(now, shell) : core);
  for (let level = 0; level < 16; level += 1) {
    const z = 250 - level * 22.5;
    const y = 66 - Math.max(0, z - 150) * 0.12;
    block.paintBox(
      [
        [-20, 20],
        [y - 15, y + 15],
        [z - 9.5, z + 9.5],
      ],
      (x, yy) => {
        const r = Math.hypot(x / 19, (yy - y) / 15);
        if (r > 1) return undefined;
        return r > 0.9 ? 230 : 85;
      },
    );
    block.paintBox(
      [
        [-20, 20],
        [y - 15, y + 15],
        [z - 9.5, z - 7.5],
      ],
      (x, yy) => (Math.hypot(x / 19, (yy - y) / 15) < 1 ? 230 : undefined),
    );
    block.paintBox(
      [
        [-20, 20],
        [y - 15, y + 15],
        [z - 13, z - 9.5],
      ],
      (x, yy) => (Math.hypot(x / 18, (yy - y) / 14) < 1 ? 85 : undefined),
    );
    for (const side of [-1, 1]) {
      block.tube(
        [
          [side * 11, y + 14, z + 2, 4.5],
          [side * 14, y + 22, z, 5],
          [side * 32, y + 26, z + 4, 4.5],
        ],
        180,
      );
    }
    block.tube(
      [
        [0, y + 28, z - 2, 4.5],
        [0, y + 38, z - 14, 3.6],
      ],
      220,
    );
    block.ellipsoid([0, y + 22, z], [8, 8, 12], 25);
  }
  for (let rib = 0; rib < 11; rib += 1) {
    const start = 226 - rib * 22.4;
    const drop = 20 + 62 * Math.min(1, rib / 6);
    for (const side of [-1, 1]) {
      const end = rib > 8 ? -5 : -52;
      const points = [];
      for (let step = 0; step <= 110; step += 1) {
        const share = step / 110;
        const angle = ((78 - (78 - end) * share) * Math.PI) / 180;
        const z = start - drop * share ** 1.15 + 4 * Math.sin(share * Math.PI);
        const w = Math.max(46, halfWidth(z)) + 4.5;
        const d = Math.max(38, halfDepth(z)) + 4.5;
        points.push([side * w * Math.cos(angle), centreY(z) + d * Math.sin(angle), z]);
      }
      const shaft = (height, thick, value) => {
        for (const [x, y, z] of points) block.ellipsoid([x, y, z], [thick, thick, height], value);
      };
      shaft(6.2, 4.4, (now) => (now > 640 ? now : 640));
      shaft(4.4, 2.6, 180);
    }
  }
  for (const side of [-1, 1]) {
    block.tube(
      [
        [side * 15, -74, 196, 8],
        [side * 50, -72, 202, 6],
        [side * 96, -44, 214, 6],
        [side * 150, -14, 218, 6.5],
      ],
      bone(820, 820, 0),
    );
    block.tube(
      [
        [side * 16, -74, 196, 5],
        [side * 60, -68, 204, 3.4],
        [side * 148, -14, 218, 3.6],
      ],
      160,
    );
    block.paintBox(
      [
        [side > 0 ? 96 : -168, side > 0 ? 168 : -96],
        [50, 98],
        [96, 216],
      ],
      (x, y, z) => {
        const across = Math.abs(x) - 104;
        const width = ((z - 92) / 120) * 58;
        const plane = 92 - across * 0.44;
        if (across < 0 || across > width || Math.abs(y - plane) > 2.6) return undefined;
        return 330;
      },
    );
    block.ellipsoid([side * 172, 4, 196], [23, 23, 23], (_now, depth) => (depth > 0.8 ? 480 : 180));
  }
  block.paintBox(
    [
      [-19, 19],
      [-98, -84],
      [52, 188],
    ],
    (x, y, z) => {
      const width = z > 150 ? 12 + (z - 150) * 0.18 : 13;
      const front = -90 - (z < 150 ? (150 - z) * 0.02 : 0);
      if (Math.abs(x) > width || Math.abs(y - front) > 5) return undefined;
      return Math.abs(y - front) > 3.6 || Math.abs(x) > width - 1.6 ? 380 : 130;
    },
  );
}

function paintAbdomen(block) {
  block.ellipsoid([64, -14, -34], [34, 26, 17], (now, _depth, _x, _y, z) =>
    now > -500 ? (z > -40 ? air : 20) : undefined,
  );
  block.paintBox(
    [
      [-150, -10],
      [-90, 90],
      [-80, 20],
    ],
    (_x, _y, _z, now) => (now === soft ? 60 : undefined),
  );
}

const findings = {
  nodule(block) {
    block.ellipsoid([-78, -8, 158], [6, 6, 6], (now) => (now > 200 ? now : 42));
  },
  middleLobe(block) {
    fillLobe(block, 'RML', 0.96);
  },
  lowerLobe(block) {
    fillLobe(block, 'LLL', 0.92);
  },
  upperLobe(block) {
    fillLobe(block, 'RUL', 0.94);
  },
  effusion(block) {
    block.paintBox(
      [
        [16, 140],
        [-100, 100],
        [-70, 120],
      ],
      (x, y, z, now) => {
        if (now > -500 || now < -995) return undefined;
        const w = halfWidth(z);
        const r = Math.sqrt((x / w) ** 2 + ((y - centreY(z)) / halfDepth(z)) ** 2);
        const level = 26 + 70 * Math.max(0, r - 0.55) ** 1.6 + Math.max(0, y) * 0.2;
        return z < level ? 12 : undefined;
      },
    );
  },
  oedema(block) {
    const random = randomSource(7);
    block.paintBox(
      [
        [-140, 140],
        [-100, 100],
        [-60, 210],
      ],
      (x, y, z, now) => {
        if (now > -600 || now < -995) return undefined;
        const hilum = Math.hypot((Math.abs(x) - 46) / 62, (y - 8) / 60, (z - 92) / 78);
        const share = Math.max(0, 1 - hilum) ** 0.8 * (0.5 + random());
        return Math.round(now + 560 * Math.min(1, share));
      },
    );
  },
  hyperinflation() {},
};

function fillLobe(block, name, share) {
  const random = randomSource(name.length * 97);
  block.paintBox(
    [
      [-140, 140],
      [-100, 100],
      [-70, 246],
    ],
    (x, y, z, now) => {
      if (now > -500 || now < -995 || lobe(x, y, z) !== name) return undefined;
      return random() < share ? 28 : -700;
    },
  );
  const sides = {
    RML: [
      [-46, 10, 92],
      [-60, -20, 78],
      [-78, -44, 66],
    ],
    LLL: [
      [56, 26, 84],
      [66, 40, 52],
      [76, 50, 22],
    ],
    RUL: [
      [-48, 10, 116],
      [-64, 4, 142],
      [-76, 10, 176],
    ],
  };
  block.tube(
    sides[name].map((point, index) => [...point, 3.4 - index * 0.7]),
    air,
  );
}

/** `finding` is one of: none, nodule, middleLobe, lowerLobe, upperLobe, effusion, oedema, pneumothorax, cardiomegaly. */
export function chestVolume({ finding = 'none', step = 1 } = {}) {
  const options = {
    lift: finding === 'expiration' ? { right: 34, left: 34 } : { right: 0, left: 0 },
    pneumothorax: finding === 'pneumothorax' ? 1 : 0,
    upperDiversion: finding === 'oedema',
  };
  const block = new Volume(
    [
      [-190, 190],
      [-118, 118],
      [-70, 264],
    ],
    step,
    air,
  );
  paintBody(block);
  paintLungs(block, options);
  paintLungTree(block, options);
  paintHeart(block, finding === 'cardiomegaly' || finding === 'oedema' ? 1.32 : 1);
  paintVessels(block, 1);
  paintAirways(block);
  findings[finding]?.(block);
  paintAbdomen(block);
  paintBones(block);
  return block;
}
