/** Lectures of Applied Neuroanatomy: where the long tracts cross, and how lesions of the visual pathway look. */

/** @type {[name: string, y: number][]} */
const levels = [
  ['Cortex', 150],
  ['Brainstem', 270],
  ['Medulla', 370],
  ['Spinal cord', 500],
];
const midline = 330;

function neuraxis(p, c) {
  return (
    p.shape(
      'M170 180 C170 110 260 96 330 112 C400 96 490 110 490 180 C490 220 450 232 400 230 H260 C210 232 170 220 170 180Z',
      { fill: c.tint, stroke: c.mid },
    ) +
    p.shape('M280 236 H380 C386 280 372 310 370 340 L366 400 H294 L290 340 C288 310 274 280 280 236Z', {
      fill: c.tint,
      stroke: c.mid,
    }) +
    p.shape('M298 404 H362 V660 H298Z', { fill: c.tint, stroke: c.mid }) +
    p.trace(`M${midline} 100 V670`, 1, { stroke: '#b9b2c2', width: 1.5, dash: '5 7' }) +
    levels.map(([name, y]) => p.text(60, y + 6, name, { size: 19, fill: '#6d6578' })).join('')
  );
}
const motor = 'M240 160 C262 220 300 240 312 290 L314 372 C316 386 344 392 346 406 V600 L400 626';
const dorsal =
  'M410 590 L350 582 V420 C350 396 350 388 348 376 C340 362 318 360 316 344 C312 290 300 240 262 170';
const spinothalamic = 'M410 540 L352 532 C340 528 314 520 308 508 V344 C306 290 292 240 222 190';
/** Pain fibres of the left side of the body, which lie in the right half of the cord. */
const fromTheLeft = 'M250 540 L308 532 C320 528 346 520 358 508 V344 C360 290 368 240 438 190';

const tracts = {
  key: 'long-tracts',
  title: 'Three Tracts and Where They Cross',
  speaker: 'Karim Haddad',
  posterScene: 3,
  opening: [
    [
      'Three long tracts locate most lesions of the nervous system.',
      'ثلاث سبل طويلة تحدد موضع معظم آفات الجملة العصبية.',
    ],
    ['All you need to know is where each one crosses.', 'وكل ما تحتاجه أن تعرف أين يتصالب كل منها.'],
  ],
  scenes: [
    {
      title: 'Corticospinal tract',
      say: [
        [
          'The motor tract descends from the cortex through the internal capsule.',
          'يهبط السبيل الحركي من القشر عبر المحفظة الداخلية.',
        ],
        ['It crosses in the lower medulla, at the pyramids.', 'ويتصالب أسفل البصلة عند الأهرامات.'],
        [
          'Above, weakness is on the other side; below, on the same side.',
          'فوقها يكون الضعف في الجهة المقابلة، وتحتها في الجهة نفسها.',
        ],
      ],
      draw: ({ on, p, c }) =>
        neuraxis(p, c) +
        p.trace(motor, on(0, 3.2), { stroke: '#a23a4b', width: 6 }) +
        p.dot(330, 396, 20, { fill: 'none', stroke: '#a23a4b', width: 3, opacity: on(1) }) +
        p.points(
          620,
          250,
          ['Cortex, capsule, brainstem', 'Crosses in the lower medulla', 'Above: opposite. Below: same side'],
          on,
          0,
          { lead: 72 },
        ),
    },
    {
      title: 'Dorsal columns',
      say: [
        [
          'Vibration and position ascend in the dorsal column of the same side.',
          'يصعد حس الاهتزاز والوضعة في الحبل الخلفي للجهة نفسها.',
        ],
        [
          'They cross in the medulla, a little above the pyramids.',
          'ويتصالب في البصلة أعلى قليلًا من الأهرامات.',
        ],
      ],
      draw: ({ on, p, c }) =>
        neuraxis(p, c) +
        p.trace(motor, 1, { stroke: '#d9b9c0', width: 4 }) +
        p.trace(dorsal, on(0, 3.4), { stroke: '#2f6fa0', width: 6 }) +
        p.dot(332, 364, 18, { fill: 'none', stroke: '#2f6fa0', width: 3, opacity: on(1) }) +
        p.points(620, 270, ['Vibration and position', 'Cross in the medulla'], on, 0, { lead: 72 }),
    },
    {
      title: 'Spinothalamic tract',
      say: [
        [
          'Pain and temperature cross at once, within one or two segments of entry.',
          'أما الألم والحرارة فيتصالبان فورًا خلال قطعة أو اثنتين من الدخول.',
        ],
        [
          'They climb on the opposite side all the way to the thalamus.',
          'ويصعدان في الجهة المقابلة حتى المهاد.',
        ],
      ],
      draw: ({ on, p, c }) =>
        neuraxis(p, c) +
        p.trace(motor, 1, { stroke: '#d9b9c0', width: 4 }) +
        p.trace(dorsal, 1, { stroke: '#b8cede', width: 4 }) +
        p.trace(spinothalamic, on(0, 3.4), { stroke: '#c07a1e', width: 6 }) +
        p.dot(330, 520, 22, { fill: 'none', stroke: '#c07a1e', width: 3, opacity: on(0, 1) }) +
        p.points(620, 270, ['Pain and temperature', 'Cross in the cord, at once'], on, 0, { lead: 72 }),
    },
    {
      title: 'Half a cord',
      say: [
        ['Now cut the right half of the cord.', 'والآن اقطع النصف الأيمن من الحبل الشوكي.'],
        [
          'Power, vibration and position are lost on the right, below the lesion.',
          'تُفقد القوة والاهتزاز والوضعة في اليمين تحت الآفة.',
        ],
        [
          'Pain and temperature are lost on the left. This is the Brown-Séquard syndrome.',
          'ويُفقد الألم والحرارة في اليسار. هذه متلازمة براون سيكار.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const person = (x, label) =>
          p.dot(x, 190, 30, { fill: '#eee9f2' }) +
          p.shape(
            `M${x - 60} 240 H${x + 60} V430 H${x + 44} V620 H${x + 6} V440 H${x - 6} V620 H${x - 44} V430 H${x - 60}Z`,
            { fill: '#eee9f2' },
          ) +
          p.text(x, 665, label, { size: 20, anchor: 'middle' });
        return (
          neuraxis(p, c) +
          p.trace(motor, 1, { stroke: '#a23a4b', width: 4 }) +
          p.trace(dorsal, 1, { stroke: '#2f6fa0', width: 4 }) +
          p.trace(fromTheLeft, 1, { stroke: '#c07a1e', width: 4 }) +
          p.box(332, 450, 44, 14, { fill: '#22292e', opacity: on(0) }) +
          person(860, 'seen from behind') +
          p.box(866, 420, 54, 200, { fill: '#a23a4b', opacity: 0.55 * on(1) }) +
          p.box(800, 420, 54, 200, { fill: '#c07a1e', opacity: 0.55 * on(2) }) +
          p.lines(950, 480, 'power, vibration,\nposition lost', {
            size: 21,
            fill: '#a23a4b',
            opacity: on(1),
          }) +
          p.lines(770, 480, 'pain,\ntemperature lost', {
            size: 21,
            fill: '#a0630f',
            opacity: on(2),
            anchor: 'end',
          })
        );
      },
    },
  ],
};

const field = (p, x, y, dark, share, label) => {
  const half = (side) => `M${x} ${y - 50} A50 50 0 0 ${side > 0 ? 1 : 0} ${x} ${y + 50} Z`;
  const quarter = (side) => `M${x} ${y} V${y - 50} A50 50 0 0 ${side > 0 ? 1 : 0} ${x + side * 50} ${y} Z`;
  return (
    p.dot(x, y, 50, { fill: '#fff', stroke: '#8d8299' }) +
    (dark === 'all' ? p.dot(x, y, 50, { fill: '#22202a', opacity: share }) : '') +
    (dark === 'left' || dark === 'right'
      ? p.shape(half(dark === 'right' ? 1 : -1), { fill: '#22202a', opacity: share })
      : '') +
    (dark === 'upper-left' ? p.shape(quarter(-1), { fill: '#22202a', opacity: share }) : '') +
    (label ? p.text(x, y + 78, label, { size: 18, anchor: 'middle' }) : '')
  );
};

function pathway(p, c) {
  return (
    p.dot(210, 160, 38, { fill: '#fff', stroke: c.deep, width: 3 }) +
    p.dot(430, 160, 38, { fill: '#fff', stroke: c.deep, width: 3 }) +
    p.trace('M192 196 C214 250 280 280 296 310 C270 360 210 400 200 430 C150 480 190 560 250 630', 1, {
      stroke: '#2f6fa0',
      width: 5,
    }) +
    p.trace('M412 196 C390 240 346 270 322 300 C300 330 230 380 214 430 C176 480 214 560 262 626', 1, {
      stroke: '#2f6fa0',
      width: 5,
    }) +
    p.trace('M448 196 C426 250 360 280 344 310 C370 360 430 400 440 430 C490 480 450 560 390 630', 1, {
      stroke: '#b0502f',
      width: 5,
    }) +
    p.trace('M228 196 C250 240 294 270 318 300 C340 330 410 380 426 430 C464 480 426 560 378 626', 1, {
      stroke: '#b0502f',
      width: 5,
    }) +
    p.dot(207, 430, 14, { fill: c.tint, stroke: c.deep }) +
    p.dot(433, 430, 14, { fill: c.tint, stroke: c.deep }) +
    p.text(130, 120, 'left eye', { size: 18, anchor: 'middle' }) +
    p.text(510, 120, 'right eye', { size: 18, anchor: 'middle' }) +
    p.text(320, 672, 'visual cortex', { size: 19, anchor: 'middle' })
  );
}
const cut = (p, x, y, share, turn = 0) =>
  share <= 0
    ? ''
    : `<g transform="rotate(${turn} ${x} ${y})">${p.box(x - 34, y - 5, 68, 10, { fill: '#22202a', opacity: share })}</g>`;

const visual = {
  key: 'visual-pathway',
  title: 'One Field Defect, One Place',
  speaker: 'Ingrid Solheim',
  posterScene: 3,
  opening: [
    [
      'The visual pathway runs from the front of the head to the back.',
      'يمتد السبيل البصري من مقدم الرأس إلى مؤخره.',
    ],
    ['Each place along it leaves its own defect.', 'وكل موضع فيه يترك عيبًا خاصًا به.'],
  ],
  scenes: [
    {
      title: 'The rule',
      say: [
        [
          'Fibres from the nasal half of each retina cross at the chiasm.',
          'تتصالب ألياف النصف الأنفي من كل شبكية عند التصالبة.',
        ],
        [
          'So everything behind the chiasm sees the opposite half of the world.',
          'فكل ما خلف التصالبة يرى النصف المقابل من العالم.',
        ],
      ],
      draw: ({ on, p, c }) =>
        pathway(p, c) +
        p.dot(320, 305, 34, { fill: 'none', stroke: c.deep, width: 4, opacity: on(0) }) +
        p.points(
          660,
          280,
          ['Nasal fibres cross at the chiasm', 'Behind it: the opposite half-field'],
          on,
          0,
          { lead: 76 },
        ),
    },
    {
      title: 'Nerve and chiasm',
      say: [
        [
          'Cut the right optic nerve, and the right eye is blind.',
          'اقطع العصب البصري الأيمن فتعمى العين اليمنى.',
        ],
        [
          'Press on the chiasm, and both temporal fields go: think of the pituitary.',
          'واضغط على التصالبة يذهب النصفان الصدغيان: فكّر في النخامى.',
        ],
      ],
      draw: ({ on, p, c }) =>
        pathway(p, c) +
        cut(p, 418, 232, on(0), -50) +
        cut(p, 320, 304, on(1), 90) +
        field(p, 760, 230, 'none', 1) +
        field(p, 900, 230, 'all', on(0)) +
        p.text(980, 238, 'right optic nerve', { size: 22, opacity: on(0) }) +
        field(p, 760, 430, 'left', on(1), 'left eye') +
        field(p, 900, 430, 'right', on(1), 'right eye') +
        p.text(980, 438, 'chiasm: bitemporal', { size: 22, opacity: on(1) }),
    },
    {
      title: 'Behind the chiasm',
      say: [
        [
          'Cut the right tract, and both left half-fields are lost.',
          'اقطع السبيل الأيمن يُفقد النصف الأيسر من الحقلين.',
        ],
        [
          'In the temporal lobe the lower fibres loop forward; a lesion there takes the left upper quarter.',
          'في الفص الصدغي تلتف الألياف السفلية إلى الأمام، والآفة هناك تأخذ الربع العلوي الأيسر.',
        ],
        [
          'An infarct of the occipital cortex takes the half-field and often spares the centre.',
          'واحتشاء القشر القفوي يأخذ نصف الحقل وكثيرًا ما يستثني المركز.',
        ],
      ],
      draw: ({ on, p, c }) =>
        pathway(p, c) +
        cut(p, 396, 372, on(0), 40) +
        cut(p, 462, 500, on(1), 0) +
        cut(p, 394, 606, on(2), 30) +
        field(p, 760, 180, 'left', on(0)) +
        field(p, 900, 180, 'left', on(0)) +
        p.text(980, 188, 'right optic tract', { size: 22, opacity: on(0) }) +
        field(p, 760, 350, 'upper-left', on(1)) +
        field(p, 900, 350, 'upper-left', on(1)) +
        p.text(980, 358, 'right temporal loop', { size: 22, opacity: on(1) }) +
        field(p, 760, 520, 'left', on(2)) +
        field(p, 900, 520, 'left', on(2)) +
        p.dot(760, 520, 14, { fill: '#fff', opacity: on(2) }) +
        p.dot(900, 520, 14, { fill: '#fff', opacity: on(2) }) +
        p.text(980, 528, 'right occipital cortex', { size: 22, opacity: on(2) }),
    },
    {
      title: 'At the bedside',
      say: [
        [
          'One eye: before the chiasm. Both temporal: at it. The same half in both: behind it.',
          'عين واحدة: قبل التصالبة. الصدغيان: عندها. النصف نفسه في العينين: خلفها.',
        ],
      ],
      draw: ({ p, c, t, at }) =>
        [
          ['One eye', 'in front of the chiasm'],
          ['Both temporal', 'at the chiasm'],
          ['Same half in both', 'behind the chiasm'],
        ]
          .map(([head, body], index) => {
            const share = Math.min(1, Math.max(0, (t - at[0] - index * 2) / 0.6));
            return share <= 0
              ? ''
              : p.text(120, 250 + index * 130, head, {
                  size: 46,
                  family: 'serif',
                  fill: c.deep,
                  opacity: share,
                }) + p.text(640, 246 + index * 130, body, { size: 32, opacity: share });
          })
          .join(''),
    },
  ],
};

export const lectures = [tracts, visual];
