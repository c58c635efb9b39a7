/** Lectures of Antimicrobial Therapy: where drugs act, and what concentration over time means. */
import { plot } from '../pen.mjs';

const cell = (p, c) =>
  p.shape(
    'M180 240 C180 180 240 160 300 160 H520 C590 160 640 200 640 290 V420 C640 500 590 550 520 550 H300 C240 550 180 520 180 470Z',
    { fill: '#e3efe6', stroke: c.deep, width: 10 },
  ) +
  p.trace(
    'M198 244 C198 196 246 178 300 178 H520 C580 178 622 214 622 290 V420 C622 490 580 532 520 532 H300 C246 532 198 508 198 466Z',
    1,
    { stroke: '#8fb7a0', width: 5 },
  ) +
  p.trace(
    'M300 320 C340 270 420 280 440 320 C460 360 380 380 360 350 C340 320 300 380 330 400 C380 430 460 400 470 360',
    1,
    { stroke: '#6b4b8a', width: 5 },
  ) +
  [
    [250, 470],
    [300, 492],
    [360, 470],
    [420, 490],
    [480, 468],
    [540, 480],
    [560, 250],
    [520, 230],
  ]
    .map(([x, y]) => p.dot(x, y, 9, { fill: '#c08a3a' }) + p.dot(x + 9, y + 6, 6, { fill: '#d9ad66' }))
    .join('');

const label = (p, c, x, y, tx, ty, head, body, share) =>
  share <= 0
    ? ''
    : p.trace(`M${x} ${y} L${tx - 14} ${ty - 8}`, share, { stroke: c.mid, width: 2 }) +
      p.dot(x, y, 7, { fill: c.mid }) +
      p.text(tx, ty, head, { size: 26, weight: 600, fill: c.deep, opacity: share }) +
      p.text(tx, ty + 32, body, { size: 21, opacity: share });

const mechanisms = {
  key: 'mechanisms',
  title: 'Five Targets in a Bacterium',
  speaker: 'Vesalius lecture',
  posterScene: 1,
  opening: [
    [
      'A good antibiotic hits something that bacteria need and we do not have.',
      'المضاد الحيوي الجيد يصيب ما تحتاجه الجراثيم وليس عندنا.',
    ],
    ['There are five such places.', 'وهناك خمسة مواضع كهذه.'],
  ],
  scenes: [
    {
      title: 'Wall and membrane',
      say: [
        [
          'The wall is a mesh of peptidoglycan. Beta-lactams block the enzymes that tie it together.',
          'الجدار شبكة من الببتيدوغليكان، والبيتالاكتامات تحصر الإنزيمات التي تربطها.',
        ],
        [
          'Vancomycin covers the building block itself, so the mesh cannot be closed.',
          'والفانكومايسين يغطي لبنة البناء نفسها فلا تُغلق الشبكة.',
        ],
        [
          'Daptomycin and the polymyxins break the membrane beneath.',
          'والدابتومايسين والبوليميكسينات تكسر الغشاء تحته.',
        ],
      ],
      draw: ({ on, p, c }) =>
        cell(p, c) +
        label(p, c, 640, 300, 740, 240, 'Cell wall', 'penicillins, cephalosporins, carbapenems', on(0)) +
        label(p, c, 634, 380, 740, 360, 'Wall precursor', 'vancomycin, teicoplanin', on(1)) +
        label(p, c, 610, 490, 740, 480, 'Membrane', 'daptomycin, polymyxins', on(2)),
    },
    {
      title: 'The ribosome',
      say: [
        [
          'Bacterial ribosomes have other subunits than ours, thirty S and fifty S.',
          'ريباسات الجراثيم لها وحيدات غير وحيداتنا: 30S و50S.',
        ],
        [
          'Aminoglycosides and tetracyclines bind the small subunit.',
          'الأمينوغليكوزيدات والتتراسيكلينات ترتبط بالوحيدة الصغيرة.',
        ],
        [
          'Macrolides, clindamycin and linezolid bind the large one.',
          'والماكروليدات والكليندامايسين واللينزوليد بالكبيرة.',
        ],
      ],
      draw: ({ on, p, c }) =>
        p.shape('M200 300 C200 210 330 180 420 220 C500 250 500 350 440 380 C340 410 210 390 200 300Z', {
          fill: '#d9ad66',
          stroke: c.deep,
        }) +
        p.shape('M220 410 C300 430 420 430 470 400 C480 470 420 510 340 510 C260 510 220 470 220 410Z', {
          fill: '#c08a3a',
          stroke: c.deep,
        }) +
        p.trace('M120 400 C240 396 420 398 580 396', 1, { stroke: '#6b4b8a', width: 6 }) +
        p.text(340, 310, '50S', { size: 34, family: 'serif', anchor: 'middle' }) +
        p.text(345, 474, '30S', { size: 30, family: 'serif', anchor: 'middle', fill: '#fff' }) +
        label(p, c, 420, 470, 700, 480, '30S', 'aminoglycosides, tetracyclines', on(1)) +
        label(p, c, 440, 290, 700, 270, '50S', 'macrolides, clindamycin, linezolid', on(2)),
    },
    {
      title: 'DNA and folate',
      say: [
        [
          'Fluoroquinolones trap the enzymes that unwind DNA, and the strands break.',
          'الفلوروكينولونات تحتجز الإنزيمات التي تفك الدنا فتنكسر السلاسل.',
        ],
        [
          'Trimethoprim and sulfonamides block two steps of folate synthesis, one after the other.',
          'والتريميثوبريم والسلفوناميدات تحصر خطوتين متتاليتين في صنع الفولات.',
        ],
        [
          'Metronidazole is activated only where there is no oxygen.',
          'والميترونيدازول لا يتفعّل إلا حيث لا أكسجين.',
        ],
      ],
      draw: ({ on, p, c, t }) => {
        const wave = (phase) =>
          plot(
            (x) => Math.sin(x * 2.1 + phase + t * 0.6),
            0,
            9,
            90,
            (x) => 120 + x * 52,
            (y) => 330 + y * 56,
          );
        return (
          p.trace(wave(0), 1, { stroke: '#6b4b8a', width: 6 }) +
          p.trace(wave(Math.PI), 1, { stroke: '#a98cc4', width: 6 }) +
          label(p, c, 560, 330, 700, 240, 'DNA gyrase', 'fluoroquinolones', on(0)) +
          label(p, c, 420, 420, 700, 360, 'Folate', 'trimethoprim, sulfonamides', on(1)) +
          label(p, c, 300, 420, 700, 480, 'DNA, anaerobes', 'metronidazole', on(2))
        );
      },
    },
    {
      title: 'How bacteria answer',
      say: [
        [
          'They destroy the drug, change the target, close the door, or pump it out.',
          'إنها تُتلف الدواء، أو تغيّر الهدف، أو تغلق الباب، أو تضخّه خارجًا.',
        ],
        [
          'Each answer is selected by use. The best protection is the shortest course that works.',
          'وكل جواب ينتقيه الاستعمال، وأفضل حماية أقصر شوط ناجع.',
        ],
      ],
      draw: ({ on, p, c, t, at }) =>
        [
          ['Destroy', 'beta-lactamases'],
          ['Change the target', 'altered penicillin-binding protein in MRSA'],
          ['Close the door', 'loss of porins'],
          ['Pump out', 'efflux, tetracyclines'],
        ]
          .map(([head, body], index) => {
            const share = Math.min(1, Math.max(0, (t - at[0] - index * 1.1) / 0.6));
            return share <= 0
              ? ''
              : p.box(110, 150 + index * 110, 1060, 86, { fill: c.tint, opacity: share }) +
                  p.text(140, 202 + index * 110, head, {
                    size: 30,
                    family: 'serif',
                    fill: c.deep,
                    opacity: share,
                  }) +
                  p.text(520, 202 + index * 110, body, { size: 24, opacity: share });
          })
          .join('') +
        p.text(640, 650, 'The shortest course that works', {
          size: 30,
          anchor: 'middle',
          family: 'serif',
          fill: c.mid,
          opacity: on(1),
        }),
    },
  ],
};

const X = (hours) => 140 + hours * 40;
const Y = (level) => 580 - level * 24;
const axes = (p) =>
  p.trace('M140 130 V580 H1120', 1, { stroke: '#22292e', width: 2 }) +
  p.text(1120, 614, 'hours', { size: 20, anchor: 'end' }) +
  p.text(150, 140, 'concentration', { size: 20 }) +
  [0, 8, 16, 24].map((hour) => p.text(X(hour), 610, String(hour), { size: 20, anchor: 'middle' })).join('');
const doses = (interval, dose, halfLife) => (hour) => {
  let level = 0;
  for (let given = 0; given <= hour; given += interval)
    level += dose * 0.5 ** ((hour - given) / halfLife) * (1 - Math.exp(-(hour - given) * 5));
  return level;
};
const micLine = (p, _c, share) =>
  p.trace(`M140 ${Y(4)} H1120`, share, { stroke: '#b04a3a', width: 3, dash: '10 7' }) +
  p.text(1130, Y(4) + 7, 'MIC', { size: 22, weight: 600, fill: '#b04a3a', opacity: share });

const pkpd = {
  key: 'pk-pd',
  title: 'Time, Peak and Area',
  speaker: 'Vesalius lecture',
  posterScene: 1,
  opening: [
    [
      'The same daily dose can succeed or fail, depending on how it is given.',
      'الجرعة اليومية نفسها قد تنجح أو تفشل بحسب طريقة إعطائها.',
    ],
    ['Three numbers explain why.', 'وثلاثة أرقام تفسّر ذلك.'],
  ],
  scenes: [
    {
      title: 'Time above MIC',
      say: [
        [
          'Beta-lactams kill slowly, and they need time. What counts is the share of the interval above the MIC.',
          'البيتالاكتامات تقتل ببطء وتحتاج وقتًا، والمهم حصة الفترة الزمنية فوق التركيز المثبط الأدنى.',
        ],
        [
          'One large dose gives a high peak, and many hours below the line.',
          'جرعة واحدة كبيرة تعطي ذروة عالية وساعات كثيرة تحت الخط.',
        ],
        [
          'The same amount in three doses keeps the level above it for most of the day.',
          'والمقدار نفسه في ثلاث جرعات يبقي المستوى فوقه معظم اليوم.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const split = on(2, 2);
        const once = plot(doses(24, 17, 2), 0, 24, 240, X, Y);
        const thrice = plot(doses(8, 9, 2.6), 0, 24, 240, X, Y);
        return (
          axes(p) +
          micLine(p, c, on(0, 1)) +
          p.trace(once, on(1, 3), { stroke: '#9fb8ab', width: 4 }) +
          p.trace(thrice, split, { stroke: c.deep, width: 5 }) +
          p.text(760, 220, 'one dose', { size: 22, fill: '#7c9488', opacity: on(1) }) +
          p.text(760, 256, 'three doses', { size: 22, weight: 600, fill: c.deep, opacity: on(2) })
        );
      },
    },
    {
      title: 'Peak over MIC',
      say: [
        [
          'Aminoglycosides kill faster the higher the peak, and go on acting after the level has fallen.',
          'الأمينوغليكوزيدات تقتل أسرع كلما علت الذروة، وتستمر بعد انخفاض المستوى.',
        ],
        [
          'A peak of eight to ten times the MIC is the aim.',
          'والهدف ذروة تعادل ثمانية إلى عشرة أضعاف التركيز المثبط.',
        ],
        [
          'Once daily gives the peak, and a trough low enough to spare the kidney.',
          'والجرعة اليومية الواحدة تعطي الذروة وحضيضًا منخفضًا يصون الكلية.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const low = `M140 ${Y(1.8)} H1120`;
        return (
          axes(p) +
          p.trace(low, 1, { stroke: '#b04a3a', width: 3, dash: '10 7' }) +
          p.text(1130, Y(1.8) + 7, 'MIC', { size: 22, weight: 600, fill: '#b04a3a' }) +
          p.trace(plot(doses(24, 20, 2.4), 0, 24, 240, X, Y), on(0, 2.4), { stroke: c.deep, width: 5 }) +
          p.arrow(X(0.9) + 60, Y(1.8), X(0.9) + 60, Y(15.4), on(1, 1.4), { width: 4 }) +
          p.text(X(0.9) + 84, Y(10), '8 to 10 × MIC', { size: 26, opacity: on(1) }) +
          p.text(X(17), Y(1.8) - 20, 'low trough', { size: 22, opacity: on(2) })
        );
      },
    },
    {
      title: 'Area over MIC',
      say: [
        [
          'For vancomycin and the quinolones the whole exposure counts: the area under the curve, divided by the MIC.',
          'للفانكومايسين والكينولونات يهم التعرّض كله: المساحة تحت المنحنى مقسومة على التركيز المثبط.',
        ],
        [
          'For vancomycin in serious staphylococcal infection, the target is four hundred to six hundred.',
          'وللفانكومايسين في أخماج المكورات العنقودية الخطيرة الهدف أربعمئة إلى ستمئة.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const level = (hour) => 5 + doses(12, 7, 7)(hour) * 0.7;
        const until = 24 * on(0, 4);
        const d = plot(level, 0, Math.max(0.2, until), 200, X, Y);
        return (
          axes(p) +
          p.shape(`${d} L${X(Math.max(0.2, until))} 580 L140 580Z`, { fill: '#cfe0d5' }) +
          p.trace(d, 1, { stroke: c.deep, width: 5 }) +
          p.text(620, 500, 'AUC', {
            size: 44,
            family: 'serif',
            fill: c.deep,
            anchor: 'middle',
            opacity: on(0, 3),
          }) +
          p.text(620, 190, 'Vancomycin: AUC/MIC 400 to 600', {
            size: 30,
            anchor: 'middle',
            family: 'serif',
            fill: c.mid,
            opacity: on(1),
          })
        );
      },
    },
    {
      title: 'At the bedside',
      say: [
        [
          'Time: give often, or infuse longer. Peak: give once. Area: give enough, and measure.',
          'الوقت: أعط مرارًا أو أطِل التسريب. الذروة: أعط مرة. المساحة: أعط ما يكفي وقِس.',
        ],
      ],
      draw: ({ p, c, t, at }) =>
        [
          ['Time', 'Beta-lactams', 'often, or as a long infusion'],
          ['Peak', 'Aminoglycosides', 'once a day'],
          ['Area', 'Vancomycin, quinolones', 'enough in total; measure'],
        ]
          .map(([head, drug, how], index) => {
            const share = Math.min(1, Math.max(0, (t - at[0] - index * 2.2) / 0.6));
            return share <= 0
              ? ''
              : p.text(120, 250 + index * 130, head, {
                  size: 52,
                  family: 'serif',
                  fill: c.deep,
                  opacity: share,
                }) +
                  p.text(360, 246 + index * 130, drug, { size: 30, opacity: share }) +
                  p.text(760, 246 + index * 130, how, { size: 28, fill: c.mid, opacity: share });
          })
          .join(''),
    },
  ],
};

export const lectures = [mechanisms, pkpd];
