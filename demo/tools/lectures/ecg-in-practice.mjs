/** Lectures of ECG in Practice: the spread of excitation, and how twelve leads see it. */
import { plot } from '../pen.mjs';

const bump = (t, centre, width, height) => height * Math.exp(-(((t - centre) / width) ** 2));
/** One beat in lead II, millivolts, t in seconds from the start of the beat. */
export const beat = (t) =>
  bump(t, 0.16, 0.026, 0.16) -
  bump(t, 0.285, 0.008, 0.12) +
  bump(t, 0.31, 0.0115, 1.15) -
  bump(t, 0.335, 0.009, 0.24) +
  bump(t, 0.56, 0.055, 0.32);

const paper = (p, x, y, w, h) => {
  let d = '';
  for (let at = 0; at <= w; at += 20) d += `M${x + at} ${y}V${y + h}`;
  for (let at = 0; at <= h; at += 20) d += `M${x} ${y + at}H${x + w}`;
  return p.box(x, y, w, h, { fill: '#fdf4f1' }) + p.trace(d, 1, { stroke: '#efcfc6', width: 1 });
};

const heart =
  'M300 210 C250 170 190 190 170 250 C150 310 180 360 200 400 C230 480 300 560 380 620 C450 570 500 470 500 380 C505 320 480 270 440 250 C440 210 400 180 360 200 C340 205 320 215 300 210Z';
const septum = 'M330 330 C335 420 350 520 372 600';

const steps = [
  { from: 0.1, to: 0.21, name: 'P wave', what: 'atria' },
  { from: 0.21, to: 0.27, name: 'PR segment', what: 'AV node' },
  { from: 0.27, to: 0.36, name: 'QRS complex', what: 'ventricles' },
  { from: 0.36, to: 0.46, name: 'ST segment', what: 'plateau' },
  { from: 0.46, to: 0.7, name: 'T wave', what: 'recovery' },
];

/** The conducting system lit up to a moment of the beat. */
function conducting(p, moment, c) {
  const share = (from, to) => Math.min(1, Math.max(0, (moment - from) / (to - from)));
  const atrial = share(0.1, 0.21);
  const ventricular = share(0.275, 0.36);
  return (
    p.shape(heart, { fill: '#f3dcd9', stroke: c.deep, width: 3 }) +
    p.shape(
      'M300 210 C250 170 190 190 170 250 C158 290 166 322 182 352 C230 330 280 325 330 330 C390 320 450 320 500 350 C502 310 478 268 440 250 C440 210 400 180 360 200 C340 205 320 215 300 210Z',
      { fill: '#c8707c', opacity: atrial * (1 - share(0.36, 0.5)) },
    ) +
    p.shape(
      'M182 352 C190 376 196 390 200 400 C230 480 300 560 380 620 C450 570 500 470 500 380 C501 370 501 360 500 350 C450 320 390 320 330 330 C280 325 230 330 182 352Z',
      { fill: '#b03a4a', opacity: ventricular * (1 - share(0.46, 0.7)) },
    ) +
    p.trace('M330 330 C280 325 230 330 182 352 M330 330 C390 320 450 320 500 350', 1, {
      stroke: '#fff',
      width: 4,
    }) +
    p.trace(septum, 1, { stroke: '#fff', width: 5 }) +
    p.trace('M228 244 C262 270 300 300 326 322', share(0.1, 0.18), { stroke: c.spark, width: 5 }) +
    p.trace('M228 244 C300 236 380 240 450 290', share(0.12, 0.21), { stroke: c.spark, width: 4 }) +
    p.trace('M326 322 C332 336 334 348 336 364', share(0.21, 0.275), { stroke: c.spark, width: 6 }) +
    p.trace('M336 364 C340 440 350 520 366 590 C330 560 280 500 240 440', share(0.275, 0.33), {
      stroke: c.spark,
      width: 4,
    }) +
    p.trace('M336 364 C348 440 362 520 384 596 C430 550 466 480 474 410', share(0.275, 0.33), {
      stroke: c.spark,
      width: 4,
    }) +
    p.dot(228, 244, 10, { fill: moment > 0.08 ? c.spark : '#fff', stroke: c.deep }) +
    p.dot(326, 322, 9, { fill: moment > 0.2 ? c.spark : '#fff', stroke: c.deep })
  );
}

const trackX = (t) => 600 + t * 780;
const trackY = (mv) => 420 - mv * 190;
function strip(p, moment, c) {
  const until = Math.max(0.001, Math.min(0.78, moment));
  return (
    paper(p, 600, 200, 600, 320) +
    p.trace(plot(beat, 0, until, 260, trackX, trackY), 1, { stroke: c.deep, width: 4 }) +
    p.dot(trackX(until), trackY(beat(until)), 7, { fill: c.deep })
  );
}

const conduction = {
  key: 'conduction',
  title: 'Conduction and the Shape of a Beat',
  speaker: 'Vesalius lecture',
  posterScene: 3,
  opening: [
    ['One heartbeat writes three waves on the paper.', 'نبضة قلب واحدة ترسم ثلاث موجات على الورق.'],
    ['Let us follow the impulse and watch each wave appear.', 'لنتتبّع السيال ونشاهد كل موجة وهي تظهر.'],
  ],
  scenes: [
    {
      title: 'The atria: P wave',
      say: [
        [
          'The impulse begins in the sinus node, high in the right atrium.',
          'يبدأ السيال في العقدة الجيبية أعلى الأذين الأيمن.',
        ],
        [
          'It spreads through both atria in about a tenth of a second and writes the P wave.',
          'ينتشر في الأذينين خلال عُشر ثانية تقريبًا ويرسم الموجة P.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const moment = 0.09 + 0.12 * on(1, 3.4);
        return (
          conducting(p, moment, c) +
          strip(p, moment, c) +
          p.text(140, 150, 'Sinus node', { size: 20, opacity: on(0) }) +
          p.trace('M180 160 L222 236', on(0), { width: 1.5 }) +
          p.text(trackX(0.16), 560, 'P', { size: 34, family: 'serif', anchor: 'middle', opacity: on(1, 3.4) })
        );
      },
    },
    {
      title: 'The AV node: PR interval',
      say: [
        [
          'The AV node is the only bridge, and it is slow.',
          'العقدة الأذينية البطينية هي الجسر الوحيد، وهي بطيئة.',
        ],
        [
          'Its delay lets the atria empty before the ventricles contract.',
          'يتيح تأخيرها للأذينين أن يُفرغا قبل انقباض البطينين.',
        ],
        [
          'From the start of P to the start of QRS is the PR interval, normally 120 to 200 milliseconds.',
          'من بداية P إلى بداية QRS تمتد الفترة PR، وطبيعيها من 120 إلى 200 ميلي ثانية.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const moment = 0.21 + 0.06 * on(0, 5);
        return (
          conducting(p, moment, c) +
          strip(p, moment, c) +
          p.trace(
            `M${trackX(0.11)} 556 V572 M${trackX(0.11)} 564 H${trackX(0.27)} M${trackX(0.27)} 556 V572`,
            on(2, 1.4),
            { stroke: c.mid, width: 3 },
          ) +
          p.text(trackX(0.19), 606, 'PR 120–200 ms', { size: 24, anchor: 'middle', opacity: on(2) })
        );
      },
    },
    {
      title: 'The ventricles: QRS',
      say: [
        [
          'The bundle of His and its branches carry the impulse to the ventricles at two to four metres a second.',
          'تحمل حزمة هيس وفروعها السيال إلى البطينين بسرعة مترين إلى أربعة أمتار في الثانية.',
        ],
        [
          'The septum is activated first, from left to right; then the free walls together.',
          'يُنشَّط الحاجز أولًا من اليسار إلى اليمين، ثم الجداران الحرّان معًا.',
        ],
        [
          'Because the system is fast, QRS is narrow: less than 120 milliseconds.',
          'ولأن الجهاز سريع يكون QRS ضيقًا: أقل من 120 ميلي ثانية.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const moment = 0.27 + 0.1 * on(0, 9);
        return (
          conducting(p, moment, c) +
          strip(p, moment, c) +
          p.trace(
            `M${trackX(0.27)} 556 V572 M${trackX(0.27)} 564 H${trackX(0.352)} M${trackX(0.352)} 556 V572`,
            on(2, 1),
            { stroke: c.mid, width: 3 },
          ) +
          p.text(trackX(0.31), 606, 'QRS < 120 ms', { size: 24, anchor: 'middle', opacity: on(2) })
        );
      },
    },
    {
      title: 'Recovery: ST segment and T wave',
      say: [
        [
          'During the ST segment all ventricular cells stand at their plateau, so the line is flat.',
          'خلال القطعة ST تكون كل خلايا البطين في مرحلة الهضبة، فيكون الخط مستويًا.',
        ],
        [
          'Injury breaks this rule, and the segment rises or falls.',
          'الأذية تكسر هذه القاعدة، فترتفع القطعة أو تنخفض.',
        ],
        [
          'Repolarisation then spreads from the outside inwards, and the T wave points the same way as QRS.',
          'ثم ينتشر عود الاستقطاب من الخارج إلى الداخل، فتتجه الموجة T مثل QRS.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const moment = 0.37 + 0.12 * on(0, 4) + 0.28 * on(2, 5);
        return (
          conducting(p, moment, c) +
          strip(p, moment, c) +
          p.text(trackX(0.41), 560, 'ST', { size: 30, family: 'serif', anchor: 'middle', opacity: on(0) }) +
          p.text(trackX(0.56), 560, 'T', { size: 34, family: 'serif', anchor: 'middle', opacity: on(2, 3) })
        );
      },
    },
    {
      title: 'What to keep',
      say: [
        ['P is atrial, QRS is ventricular, T is recovery.', 'P للأذينين، وQRS للبطينين، وT للتعافي.'],
        [
          'A long PR is delay in the node; a wide QRS is delay in the branches or the muscle.',
          'طول PR تأخّر في العقدة، واتساع QRS تأخّر في الفروع أو في العضلة.',
        ],
      ],
      draw: ({ on, p, c }) =>
        strip(p, 0.78, c) +
        steps
          .filter((_, index) => index % 2 === 0)
          .map((step) =>
            p.text(trackX((step.from + step.to) / 2), 180, step.name, {
              size: 18,
              anchor: 'middle',
              fill: c.mid,
            }),
          )
          .join('') +
        p.points(
          80,
          280,
          ['P: atria', 'Long PR: AV node', 'Wide QRS: branches or muscle'].slice(0, 1),
          on,
          0,
        ) +
        p.points(
          80,
          340,
          ['Long PR: delay in the node', 'Wide QRS: branches or muscle'],
          (index) => on(Math.min(index, 1)),
          1,
        ),
    },
  ],
};

const leads = [
  ['I', 0],
  ['II', 60],
  ['aVF', 90],
  ['III', 120],
  ['aVR', -150],
  ['aVL', -30],
];
const [cx, cy, radius] = [330, 390, 210];
const spoke = (degrees, r) => [
  cx + r * Math.cos((degrees * Math.PI) / 180),
  cy + r * Math.sin((degrees * Math.PI) / 180),
];

function wheel(p, c, shown, vector, lit = []) {
  return (
    p.dot(cx, cy, radius, { fill: '#fff', stroke: '#d5d9da' }) +
    leads
      .map(([name, degrees], index) => {
        const [x, y] = spoke(degrees, radius);
        const [tx, ty] = spoke(degrees, radius + 34);
        const strong = lit.includes(name);
        return (
          p.trace(`M${cx} ${cy} L${x.toFixed(1)} ${y.toFixed(1)}`, shown(index), {
            stroke: strong ? c.deep : '#b9a5a8',
            width: strong ? 4 : 2,
          }) +
          p.text(tx, ty + 8, name, {
            size: 24,
            anchor: 'middle',
            weight: strong ? 600 : 400,
            opacity: shown(index),
            fill: strong ? c.deep : '#555',
          })
        );
      })
      .join('') +
    (vector === undefined ? '' : p.arrow(cx, cy, ...spoke(vector, 170), 1, { stroke: c.mid, width: 8 }))
  );
}

const complex = (height) => (t) =>
  bump(t, 0.1, 0.03, 0.12 * Math.sign(height)) +
  bump(t, 0.3, 0.017, height) +
  bump(t, 0.55, 0.06, 0.26 * height);
function tracing(p, c, x, y, name, height) {
  return (
    p.box(x, y, 220, 120, { fill: '#fdf4f1' }) +
    p.trace(
      plot(
        complex(height),
        0,
        0.8,
        120,
        (t) => x + t * 270,
        (mv) => y + 66 - mv * 46,
      ),
      1,
      { stroke: c.deep, width: 3 },
    ) +
    p.text(x + 10, y + 24, name, { size: 18, weight: 600, fill: c.deep })
  );
}
const projection = (lead, vector) => Math.cos(((lead - vector) * Math.PI) / 180);

const twelve = {
  key: 'twelve-leads',
  title: 'Twelve Leads, One Heart',
  speaker: 'Vesalius lecture',
  posterScene: 2,
  opening: [
    [
      'Twelve leads are twelve views of one electrical vector.',
      'المساري الاثنا عشر اثنتا عشرة نظرة إلى متجه كهربائي واحد.',
    ],
    ['Know where each stands, and the axis can be read at a glance.', 'اعرف موضع كل مسرى تقرأ المحور بنظرة.'],
  ],
  scenes: [
    {
      title: 'The frontal plane',
      say: [
        ['Lead one looks from the left, at zero degrees.', 'المسرى الأول ينظر من اليسار، عند الصفر.'],
        [
          'Lead two looks from below and left, at plus sixty; aVF from straight below, at plus ninety.',
          'الثاني من الأسفل واليسار عند زائد ستين، وaVF من الأسفل مباشرة عند زائد تسعين.',
        ],
        [
          'Lead three stands at plus one hundred and twenty, aVR at the right shoulder, aVL at minus thirty.',
          'الثالث عند زائد مئة وعشرين، وaVR عند الكتف الأيمن، وaVL عند ناقص ثلاثين.',
        ],
      ],
      draw: ({ on, p, c }) =>
        wheel(p, c, (index) => on([0, 1, 1, 2, 2, 2][index], 1.2)) +
        p.points(
          660,
          260,
          ['I at 0°', 'II at +60°, aVF at +90°', 'III at +120°, aVR at −150°, aVL at −30°'],
          on,
          0,
        ),
    },
    {
      title: 'Projection',
      say: [
        [
          'A vector that points towards a lead writes an upright wave there.',
          'المتجه المتوجه نحو المسرى يرسم موجة موجبة فيه.',
        ],
        [
          'Away from it, the wave is inverted; at a right angle, it is small or biphasic.',
          'وإذا ابتعد عنه انقلبت الموجة، وإذا تعامد معه صغرت أو صارت ثنائية الطور.',
        ],
        [
          'As the vector turns, watch leads one and aVF change.',
          'ومع دوران المتجه لاحظ تغيّر المسريين الأول وaVF.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const vector = 45 - 90 * on(2, 2.6) + 40 * on(1, 2);
        return (
          wheel(p, c, () => 1, vector, ['I', 'aVF']) +
          tracing(p, c, 680, 150, 'I', projection(0, vector)) +
          tracing(p, c, 680, 300, 'aVF', projection(90, vector)) +
          tracing(p, c, 680, 450, 'II', projection(60, vector)) +
          p.text(960, 220, `${Math.round(vector)}°`, { size: 44, family: 'serif', fill: c.mid })
        );
      },
    },
    {
      title: 'The axis in two looks',
      say: [
        [
          'If QRS is positive in one and in aVF, the axis is normal.',
          'إذا كان QRS موجبًا في الأول وفي aVF فالمحور طبيعي.',
        ],
        [
          'Positive in one and negative in aVF: look at two. Negative there means left axis deviation.',
          'موجب في الأول وسالب في aVF: انظر إلى الثاني، فسلبيته تعني انحراف المحور إلى اليسار.',
        ],
        [
          'Negative in one and positive in aVF is right axis deviation.',
          'سالب في الأول وموجب في aVF يعني انحراف المحور إلى اليمين.',
        ],
      ],
      draw: ({ on, p, c }) => {
        /** @type {[name: string, one: number, avf: number, axis: number][]} */
        const rows = [
          ['Normal', 1, 1, 50],
          ['Left', 1, -1, -50],
          ['Right', -1, 1, 120],
        ];
        return rows
          .map(([name, one, avf, axis], index) => {
            const share = on(index);
            if (share <= 0) return '';
            const y = 120 + index * 190;
            return (
              p.text(90, y + 76, name, { size: 34, family: 'serif', fill: c.deep }) +
              tracing(p, c, 280, y, 'I', one * 0.8) +
              tracing(p, c, 540, y, 'aVF', avf * 0.8) +
              p.dot(960, y + 62, 66, { fill: '#fff', stroke: '#d5d9da' }) +
              p.arrow(
                960,
                y + 62,
                960 + 60 * Math.cos((axis * Math.PI) / 180),
                y + 62 + 60 * Math.sin((axis * Math.PI) / 180),
                share,
                { width: 6 },
              )
            );
          })
          .join('');
      },
    },
    {
      title: 'The chest leads',
      say: [
        [
          'The chest leads look at the horizontal plane, from V1 at the right of the sternum to V6 in the axilla.',
          'المساري الصدرية تنظر في المستوى الأفقي، من V1 يمين القص إلى V6 في الإبط.',
        ],
        [
          'R grows from V1 to V5 as the view moves over the left ventricle.',
          'تكبر R من V1 إلى V5 مع انتقال النظر فوق البطين الأيسر.',
        ],
        [
          'Neighbouring leads share a territory: that is how an infarct is located.',
          'المساري المتجاورة تشترك في منطقة واحدة، وبهذا يُحدَّد موضع الاحتشاء.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const places = [
          [300, 236, 0.25, 0.9],
          [350, 214, 0.45, 1],
          [410, 214, 0.7, 0.8],
          [470, 236, 0.95, 0.5],
          [520, 290, 1.1, 0.25],
          [545, 360, 0.9, 0.1],
        ];
        const body =
          'M120 380 C120 270 220 190 340 190 C460 190 560 270 560 380 C560 480 460 560 340 560 C220 560 120 480 120 380Z';
        return (
          p.shape(body, { fill: '#f6ecec', stroke: c.mid, width: 2 }) +
          p.shape('M330 300 C380 270 470 310 470 370 C465 420 400 430 350 400 C310 380 300 330 330 300Z', {
            fill: '#c8707c',
          }) +
          places
            .map(([x, y, r, s], index) => {
              const share = on(0, 3.5) * 6 > index ? 1 : 0;
              const qrs = (t) =>
                bump(t, 0.26, 0.018, r) - bump(t, 0.31, 0.018, s) + bump(t, 0.56, 0.06, 0.25);
              const [tx, ty] = [660 + (index % 3) * 200, 180 + Math.floor(index / 3) * 190];
              return share === 0
                ? ''
                : p.dot(x, y, 9, { fill: c.deep }) +
                    p.text(x + 6, y - 18, `V${index + 1}`, { size: 18, weight: 600 }) +
                    p.box(tx, ty, 180, 150, { fill: '#fdf4f1' }) +
                    p.trace(
                      plot(
                        qrs,
                        0,
                        0.8,
                        120,
                        (t) => tx + t * 220,
                        (mv) => ty + 86 - mv * 58,
                      ),
                      on(1, 2 + index * 0.4),
                      { stroke: c.deep, width: 3 },
                    ) +
                    p.text(tx + 10, ty + 24, `V${index + 1}`, { size: 17, weight: 600, fill: c.deep });
            })
            .join('') +
          p.text(660, 610, 'V1–V2 septal   V3–V4 anterior   V5–V6 lateral', {
            size: 24,
            fill: c.mid,
            opacity: on(2),
          })
        );
      },
    },
  ],
};

export const lectures = [conduction, twelve];
