/** Lectures of Chest Radiography: the silhouette sign and the order of search, on computed radiographs. */
import { readFileSync } from 'node:fs';

const picture = (name) =>
  `data:image/webp;base64,${readFileSync(new URL(`../../chest-radiography/images/${name}.webp`, import.meta.url)).toString('base64')}`;
const film = (p, name, x, y, size, opacity = 1) => p.image(picture(name), x, y, size, size, opacity);

/** Places on a film of unit size, from the computed frontal projection. */
const rightHeart = (x, y, s) =>
  `M${x + 0.4 * s} ${y + 0.49 * s} C${x + 0.345 * s} ${y + 0.53 * s} ${x + 0.325 * s} ${y + 0.64 * s} ${x + 0.37 * s} ${y + 0.74 * s}`;
const leftHeart = (x, y, s) =>
  `M${x + 0.58 * s} ${y + 0.52 * s} C${x + 0.68 * s} ${y + 0.54 * s} ${x + 0.76 * s} ${y + 0.64 * s} ${x + 0.765 * s} ${y + 0.74 * s}`;
const rightDome = (x, y, s) =>
  `M${x + 0.09 * s} ${y + 0.85 * s} C${x + 0.16 * s} ${y + 0.76 * s} ${x + 0.3 * s} ${y + 0.72 * s} ${x + 0.42 * s} ${y + 0.82 * s}`;
const leftDome = (x, y, s) =>
  `M${x + 0.58 * s} ${y + 0.84 * s} C${x + 0.68 * s} ${y + 0.79 * s} ${x + 0.82 * s} ${y + 0.78 * s} ${x + 0.91 * s} ${y + 0.89 * s}`;
const side = { x: 64, y: 100, s: 580 };
const at = ({ x, y, s }, line) => line(x, y, s);

const silhouette = {
  key: 'silhouette-sign',
  title: 'The Silhouette Sign',
  speaker: 'Helena Marchetti',
  posterScene: 2,
  opening: [
    ['A border on a film is a meeting of two densities.', 'الحافة على الصورة هي التقاء كثافتين.'],
    [
      'When a border is lost, it tells you where the disease is.',
      'وحين تضيع الحافة فهي تدلّك على مكان المرض.',
    ],
  ],
  scenes: [
    {
      title: 'Four borders to know',
      say: [
        [
          'The right heart border is the right atrium, and it touches the middle lobe.',
          'حافة القلب اليمنى هي الأذين الأيمن، وتلامس الفص الأوسط.',
        ],
        [
          'The left heart border is the left ventricle, and it touches the lingula.',
          'وحافته اليسرى هي البطين الأيسر، وتلامس اللُّسين.',
        ],
        ['Both halves of the diaphragm touch the lower lobes.', 'ونصفا الحجاب يلامسان الفصين السفليين.'],
      ],
      draw: ({ on, p, c }) =>
        film(p, 'pa-normal', side.x, side.y, side.s) +
        p.trace(at(side, rightHeart), on(0, 1.2), { stroke: c.spark, width: 6 }) +
        p.trace(at(side, leftHeart), on(1, 1.2), { stroke: c.spark, width: 6 }) +
        p.trace(at(side, rightDome), on(2, 1), { stroke: c.spark, width: 6 }) +
        p.trace(at(side, leftDome), on(2, 1), { stroke: c.spark, width: 6 }) +
        p.points(
          700,
          230,
          ['Right heart border: middle lobe', 'Left heart border: lingula', 'Diaphragm: lower lobes'],
          on,
          0,
          { lead: 76 },
        ),
    },
    {
      title: 'Middle lobe',
      say: [
        [
          'Here the right lower zone is white. Look for the right heart border: it is gone.',
          'هنا المنطقة السفلية اليمنى بيضاء، ابحث عن حافة القلب اليمنى: لقد غابت.',
        ],
        ['The diaphragm is still sharp.', 'والحجاب ما زال واضحًا.'],
        [
          'So the consolidation touches the atrium and not the diaphragm: it is the middle lobe.',
          'إذن التصلّب يلامس الأذين لا الحجاب: إنه الفص الأوسط.',
        ],
      ],
      draw: ({ on, p, c }) =>
        film(p, 'pa-normal', side.x, side.y, side.s) +
        film(p, 'pa-middle-lobe', side.x, side.y, side.s, on(0, 1.2)) +
        p.trace(at(side, rightHeart), on(0, 2), { stroke: '#e4604f', width: 5, dash: '12 10' }) +
        p.trace(at(side, rightDome), on(1, 1), { stroke: c.spark, width: 6 }) +
        p.points(700, 250, ['Right heart border: lost', 'Right diaphragm: kept', 'Middle lobe'], on, 0, {
          lead: 76,
        }),
    },
    {
      title: 'Left lower lobe',
      say: [
        [
          'On this film the left heart border can be followed to the apex.',
          'في هذه الصورة يمكن تتبّع حافة القلب اليسرى حتى القمة.',
        ],
        ['But the left diaphragm has disappeared.', 'لكن الحجاب الأيسر اختفى.'],
        ['The disease lies behind the heart, in the lower lobe.', 'فالمرض خلف القلب، في الفص السفلي.'],
      ],
      draw: ({ on, p, c }) =>
        film(p, 'pa-left-lower-lobe', side.x, side.y, side.s) +
        p.trace(at(side, leftHeart), on(0, 1.2), { stroke: c.spark, width: 6 }) +
        p.trace(at(side, leftDome), on(1, 1.2), { stroke: '#e4604f', width: 5, dash: '12 10' }) +
        p.points(700, 250, ['Left heart border: kept', 'Left diaphragm: lost', 'Left lower lobe'], on, 0, {
          lead: 76,
        }),
    },
    {
      title: 'One warning',
      say: [
        [
          'A depressed sternum can erase the right heart border in a healthy person.',
          'انخماص القص قد يمحو حافة القلب اليمنى عند شخص سليم.',
        ],
        [
          'When the ribs look steep in front, ask for a lateral film.',
          'فإذا بدت الأضلاع شديدة الميل أمامًا فاطلب صورة جانبية.',
        ],
      ],
      draw: ({ on, p }) =>
        p.image(picture('lateral-middle-lobe'), 110, 110, 430, 580, 1) +
        p.lines(640, 260, 'Pectus excavatum erases the border without disease.', {
          size: 36,
          family: 'serif',
          wrap: 28,
          opacity: on(0),
        }) +
        p.lines(640, 430, 'The lateral film decides: a wedge over the heart is the middle lobe.', {
          size: 26,
          wrap: 40,
          opacity: on(1),
        }),
    },
  ],
};

const route = {
  key: 'search-route',
  title: 'A to F: One Route for Every Film',
  speaker: 'Samuel Okonjo',
  posterScene: 1,
  opening: [
    [
      'Most missed findings were on the film, and in plain sight.',
      'معظم ما يفوت كان على الصورة وأمام العين.',
    ],
    ['The remedy is a route that never changes.', 'والعلاج مسار لا يتغيّر.'],
  ],
  scenes: [
    {
      title: 'A, B, C',
      say: [
        [
          'A: adequacy and airway. Is it straight, is it inspired, is the trachea central?',
          'A: كفاية الصورة والطريق الهوائي. هل هي مستقيمة وبشهيق كامل والرغامى على الخط المتوسط؟',
        ],
        [
          'B: bones and soft tissues. Follow each rib from back to front.',
          'B: العظام والنسج الرخوة. تتبّع كل ضلع من الخلف إلى الأمام.',
        ],
        [
          'C: the cardiac and mediastinal outline, arc by arc, and both hila.',
          'C: حدود القلب والمنصف قوسًا قوسًا، ثم السرّتان.',
        ],
      ],
      draw: ({ on, p, c }) =>
        film(p, 'pa-normal', side.x, side.y, side.s) +
        p.trace('M354 110 V310', on(0, 1.4), { stroke: c.spark, width: 6 }) +
        p.trace('M120 560 C90 420 130 230 260 140 M590 560 C620 420 580 230 450 140', on(1, 2.4), {
          stroke: c.spark,
          width: 5,
          dash: '14 10',
        }) +
        p.trace(at(side, rightHeart), on(2, 1.4), { stroke: c.spark, width: 6 }) +
        p.trace(at(side, leftHeart), on(2, 1.4), { stroke: c.spark, width: 6 }) +
        p.points(
          700,
          230,
          ['A  Adequacy, airway', 'B  Bones, soft tissues', 'C  Cardiac outline, hila'],
          on,
          0,
          { lead: 84, size: 30 },
        ),
    },
    {
      title: 'D, E, F',
      say: [
        [
          'D: the diaphragm, both domes to the spine, and the gas beneath.',
          'D: الحجاب، القبتان حتى العمود الفقري، والغاز تحتهما.',
        ],
        [
          'E: equal lungs. Compare zone with zone, side with side.',
          'E: تساوي الرئتين. قارن منطقة بمنطقة وجانبًا بجانب.',
        ],
        [
          'F: foreign objects to their tips, and then the forgotten areas.',
          'F: الأجسام الأجنبية حتى نهاياتها، ثم المناطق المنسية.',
        ],
      ],
      draw: ({ on, p, c }) =>
        film(p, 'pa-normal', side.x, side.y, side.s) +
        p.trace(at(side, rightDome), on(0, 1.2), { stroke: c.spark, width: 6 }) +
        p.trace(at(side, leftDome), on(0, 1.2), { stroke: c.spark, width: 6 }) +
        [230, 350, 470]
          .map((y, index) =>
            p.trace(`M${170 - index * 18} ${y} H280 M430 ${y} H${540 + index * 18}`, on(1, 1 + index * 0.8), {
              stroke: c.spark,
              width: 4,
            }),
          )
          .join('') +
        p.points(700, 230, ['D  Diaphragm', 'E  Equal lungs', 'F  Foreign, forgotten'], on, 0, {
          lead: 84,
          size: 30,
        }),
    },
    {
      title: 'The hidden places',
      say: [
        [
          'The apices, behind the clavicles. The hila. Behind the heart.',
          'القمتان خلف الترقوتين، والسرّتان، وخلف القلب.',
        ],
        [
          'Below the domes, along the edges, and outside the chest.',
          'وتحت القبتين، وعلى الحواف، وخارج الصدر.',
        ],
        [
          'On this film a nodule of twelve millimetres lies in the right upper zone, crossed by a rib. Did you see it?',
          'في هذه الصورة عقدة قدرها اثنا عشر ميليمترًا في المنطقة العلوية اليمنى يقطعها ضلع. هل رأيتها؟',
        ],
      ],
      draw: ({ on, p, c }) => {
        const rings = [
          [240, 160, 0],
          [470, 160, 0],
          [270, 360, 0],
          [440, 350, 0],
          [440, 500, 0],
          [180, 610, 1],
          [540, 620, 1],
          [110, 400, 1],
          [600, 400, 1],
        ];
        return (
          film(p, 'pa-nodule', side.x, side.y, side.s) +
          rings
            .map(([x, y, sentence]) =>
              p.dot(x, y, 42, {
                fill: 'none',
                stroke: c.spark,
                width: 3,
                opacity: on(sentence) * (1 - on(2)),
              }),
            )
            .join('') +
          p.dot(64 + 580 * (0.5 - 78 / 320), 100 + 580 * ((264 - 158 - 14) / 316), 30, {
            fill: 'none',
            stroke: '#e4604f',
            width: 5,
            opacity: on(2, 7) > 0.8 ? 1 : 0,
          }) +
          p.points(
            700,
            230,
            [
              'Apices, hila, behind the heart',
              'Below the domes, edges, outside',
              'A nodule: right upper zone',
            ],
            on,
            0,
            { lead: 84 },
          )
        );
      },
    },
    {
      title: 'Three readings',
      say: [
        [
          'Read once before the request, once after it, and once more in the hidden areas.',
          'اقرأ مرة قبل الطلب، ومرة بعده، ومرة أخيرة في المناطق الخفية.',
        ],
        ['Then compare with the oldest film you can find.', 'ثم قارن بأقدم صورة تجدها.'],
      ],
      draw: ({ on, p, c, t, at: starts }) =>
        ['Before the request', 'After the request', 'In the hidden areas']
          .map((line, index) => {
            const share = Math.min(1, Math.max(0, (t - starts[0] - index * 1.5) / 0.6));
            return share <= 0
              ? ''
              : p.text(140, 240 + index * 100, String(index + 1), {
                  size: 60,
                  family: 'serif',
                  fill: c.mid,
                  opacity: share,
                }) + p.text(220, 234 + index * 100, line, { size: 34, opacity: share });
          })
          .join('') +
        p.text(140, 580, 'Then the oldest film you can find', {
          size: 32,
          family: 'serif',
          fill: c.deep,
          opacity: on(1),
        }),
    },
  ],
};

export const lectures = [silhouette, route];
