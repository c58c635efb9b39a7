/** Lectures of Clinical Nephrology: what drives filtration, and how acid-base disorders are read. */

const glomerulus = (p, c, afferent, efferent, pressure) =>
  p.trace('M70 300 C150 300 190 300 240 320', 1, { stroke: '#b03a3a', width: 34 * afferent }) +
  p.trace('M240 500 C190 520 150 520 70 520', 1, { stroke: '#b03a3a', width: 34 * efferent }) +
  p.shape(
    'M210 290 C260 220 420 220 460 330 C500 360 500 460 460 490 C420 600 260 600 210 530 C250 560 380 570 410 480 C430 420 420 330 390 310 C340 260 260 260 210 290Z',
    { fill: '#f0d9b4', stroke: c.deep },
  ) +
  [
    'M240 322 C300 270 380 300 370 350 C360 390 280 360 270 400 C262 440 360 430 370 470 C374 520 300 550 240 500',
    'M246 340 C330 330 330 380 300 410 C280 440 330 470 250 486',
  ]
    .map((d) => p.trace(d, 1, { stroke: '#c4564e', width: 10 + 10 * pressure }))
    .join('') +
  p.trace('M484 410 H620', 1, { stroke: '#f0d9b4', width: 44 }) +
  p.trace('M484 388 H620 M484 432 H620', 1, { stroke: c.deep, width: 2 });

const drops = (p, t, rate, c) => {
  let out = '';
  for (let index = 0; index < 7; index += 1) {
    const share = (t * rate * 0.35 + index / 7) % 1;
    out += p.dot(430 + share * 190, 410 + 9 * Math.sin(index * 2.3), 5, {
      fill: c.mid,
      opacity: rate > 0.05 ? 0.9 : 0.2,
    });
  }
  return out;
};

const bar = (p, x, y, label, value, max, colour, unit) =>
  p.text(x, y - 12, label, { size: 20 }) +
  p.box(x, y, 420, 26, { fill: '#eee7dc' }) +
  p.box(x, y, (420 * value) / max, 26, { fill: colour }) +
  p.text(x + 436, y + 21, `${Math.round(value)} ${unit}`, { size: 20, weight: 600 });

const filtration = {
  key: 'glomerular-filtration',
  title: 'What Drives Glomerular Filtration',
  speaker: 'Vesalius lecture',
  posterScene: 1,
  opening: [
    [
      'Every day the kidneys filter about one hundred and eighty litres.',
      'ترشّح الكليتان كل يوم نحو مئة وثمانين لترًا.',
    ],
    ['Two resistances and three pressures decide how much.', 'مقاومتان وثلاثة ضغوط تحدد المقدار.'],
  ],
  scenes: [
    {
      title: 'Three pressures',
      say: [
        [
          'Capillary pressure, about fifty mmHg, pushes fluid out.',
          'ضغط الشعيرات، نحو خمسين ميليمتر زئبق، يدفع السائل إلى الخارج.',
        ],
        ['The pressure in the capsule, about ten, pushes back.', 'والضغط في المحفظة، نحو عشرة، يدفع عكسيًا.'],
        [
          'Plasma proteins, about twenty-eight on average, hold water in the capillary.',
          'وبروتينات البلازما، نحو ثمانية وعشرين وسطيًا، تمسك الماء داخل الشعيرات.',
        ],
        [
          'What remains, some twelve mmHg, is the filtration pressure.',
          'وما يبقى، نحو اثني عشر، هو ضغط الترشيح.',
        ],
      ],
      draw: ({ on, p, c, t }) =>
        glomerulus(p, c, 1, 0.8, 0.5) +
        drops(p, t, 1, c) +
        (on(0) > 0
          ? bar(p, 720, 200, 'Capillary pressure (out)', 50 * on(0, 1.4), 60, '#c4564e', 'mmHg')
          : '') +
        (on(1) > 0 ? bar(p, 720, 300, 'Capsular pressure (in)', 10 * on(1, 1), 60, '#a5642b', 'mmHg') : '') +
        (on(2) > 0 ? bar(p, 720, 400, 'Oncotic pressure (in)', 28 * on(2, 1), 60, '#d2a24c', 'mmHg') : '') +
        (on(3) > 0 ? bar(p, 720, 520, 'Net filtration pressure', 12 * on(3, 1), 60, c.deep, 'mmHg') : ''),
    },
    {
      title: 'Two arterioles',
      say: [
        [
          'Constrict the afferent arteriole, and pressure and flow fall together.',
          'إذا ضاق الشُّرَيْن الوارد انخفض الضغط والجريان معًا.',
        ],
        [
          'Constrict the efferent arteriole, and the pressure in the tuft rises while flow falls.',
          'وإذا ضاق الشُّرَيْن الصادر ارتفع الضغط في الكُبيبة وانخفض الجريان.',
        ],
        [
          'Prostaglandins keep the afferent vessel open; angiotensin two narrows the efferent.',
          'البروستاغلاندينات تُبقي الوارد مفتوحًا، والأنجيوتنسين الثاني يضيّق الصادر.',
        ],
      ],
      draw: ({ on, p, c, t }) => {
        const narrowAfferent = on(0, 1.4) * (1 - on(1, 1));
        const narrowEfferent = on(1, 1.8);
        return (
          glomerulus(
            p,
            c,
            1 - 0.62 * narrowAfferent,
            0.8 - 0.45 * narrowEfferent,
            0.5 - 0.35 * narrowAfferent + 0.35 * narrowEfferent,
          ) +
          drops(p, t, 1 - 0.8 * narrowAfferent, c) +
          p.text(70, 270, 'afferent', { size: 20 }) +
          p.text(70, 566, 'efferent', { size: 20 }) +
          p.points(
            720,
            260,
            [
              'Afferent narrow: GFR falls',
              'Efferent narrow: GFR is held up',
              'Prostaglandins open the way in, angiotensin II narrows the way out',
            ],
            on,
            0,
            { wrap: 38 },
          )
        );
      },
    },
    {
      title: 'Two drugs, one fall',
      say: [
        [
          'An anti-inflammatory drug removes prostaglandins: the way in narrows.',
          'مضاد الالتهاب غير الستيرويدي يزيل البروستاغلاندينات فيضيق المدخل.',
        ],
        [
          'An ACE inhibitor removes angiotensin: the way out opens.',
          'ومثبط الإنزيم المحوّل يزيل الأنجيوتنسين فيتسع المخرج.',
        ],
        [
          'In a dehydrated patient, both together leave no filtration pressure at all.',
          'وفي مريض مجفّف، اجتماعهما لا يُبقي ضغط ترشيح.',
        ],
        ['That is why both are paused on sick days.', 'ولهذا يوقفان مؤقتًا في أيام المرض.'],
      ],
      draw: ({ on, p, c, t }) => {
        const a = on(0, 1.5);
        const e = on(1, 1.5);
        return (
          glomerulus(p, c, 1 - 0.55 * a, 0.8 + 0.35 * e, 0.5 - 0.2 * a - 0.25 * e) +
          drops(p, t, 1 - 0.45 * a - 0.45 * e, c) +
          bar(p, 720, 300, 'Filtration pressure', 12 - 5 * a - 6 * e, 20, c.deep, 'mmHg') +
          p.points(720, 420, ['NSAID: afferent narrows', 'ACE inhibitor: efferent opens'], on, 0) +
          p.text(720, 560, 'Pause both on sick days', {
            size: 30,
            family: 'serif',
            fill: c.mid,
            opacity: on(3),
          })
        );
      },
    },
  ],
};

const column = (p, x, y, parts, scale = 2.4) => {
  let top = y;
  return parts
    .map(([label, value, fill, dark]) => {
      const h = value * scale;
      top -= h;
      return (
        p.box(x, top, 150, h, { fill, stroke: '#fff' }) +
        (h > 24
          ? p.text(x + 75, top + h / 2 + 7, `${label} ${Math.round(value)}`, {
              size: 19,
              anchor: 'middle',
              fill: dark ? '#fff' : '#3b2a16',
            })
          : '')
      );
    })
    .join('');
};

const acidBase = {
  key: 'acid-base',
  title: 'Reading Acid-Base in Four Questions',
  speaker: 'Vesalius lecture',
  posterScene: 3,
  opening: [
    [
      'A blood gas is read in four questions, always in the same order.',
      'تُقرأ غازات الدم بأربعة أسئلة، وبالترتيب نفسه دائمًا.',
    ],
  ],
  scenes: [
    {
      title: 'One: which way is the pH?',
      say: [
        [
          'Below seven point three five the patient is acidaemic; above seven point four five, alkalaemic.',
          'تحت 7.35 المريض في حمضية دم، وفوق 7.45 في قلوية دم.',
        ],
        [
          'A normal value does not exclude two disorders that cancel each other.',
          'والقيمة السوية لا تنفي اضطرابين يلغي أحدهما الآخر.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const x = (value) => 140 + ((value - 7) / 0.8) * 1000;
        const value = 7.4 - 0.18 * on(0, 3);
        return (
          p.box(140, 340, 437, 50, { fill: '#d98f5c' }) +
          p.box(x(7.35), 340, 125, 50, { fill: '#efe4cf' }) +
          p.box(x(7.45), 340, 437, 50, { fill: '#8fa9bd' }) +
          [7, 7.2, 7.35, 7.45, 7.6, 7.8]
            .map((mark) => p.text(x(mark), 425, mark.toFixed(2), { size: 20, anchor: 'middle' }))
            .join('') +
          p.arrow(x(value), 240, x(value), 332, 1, { stroke: c.deep }) +
          p.text(x(value), 222, `pH ${value.toFixed(2)}`, {
            size: 34,
            anchor: 'middle',
            family: 'serif',
            fill: c.deep,
          }) +
          p.text(640, 520, 'Normal pH is not normal acid-base', {
            size: 28,
            anchor: 'middle',
            family: 'serif',
            fill: c.mid,
            opacity: on(1),
          })
        );
      },
    },
    {
      title: 'Two: which side moved it?',
      say: [
        [
          'If bicarbonate moved with the pH, the disorder is metabolic.',
          'إذا تحرّكت البيكربونات مع الباهاء فالاضطراب استقلابي.',
        ],
        [
          'If carbon dioxide moved against the pH, it is respiratory.',
          'وإذا تحرّك ثاني أكسيد الكربون عكس الباهاء فهو تنفسي.',
        ],
        [
          'Here pH is low and bicarbonate is twelve: metabolic acidosis.',
          'هنا الباهاء منخفضة والبيكربونات اثنتا عشرة: حماض استقلابي.',
        ],
      ],
      draw: ({ on, p, c }) =>
        p.box(120, 190, 460, 150, { fill: c.tint }) +
        p.text(150, 240, 'HCO₃⁻ and pH the same way', { size: 24 }) +
        p.text(150, 300, 'Metabolic', { size: 38, family: 'serif', fill: c.deep, opacity: on(0) }) +
        p.box(700, 190, 460, 150, { fill: c.tint }) +
        p.text(730, 240, 'PCO₂ and pH opposite ways', { size: 24 }) +
        p.text(730, 300, 'Respiratory', { size: 38, family: 'serif', fill: c.deep, opacity: on(1) }) +
        p.text(120, 470, 'pH 7.22   PCO₂ 26   HCO₃⁻ 12', { size: 38, opacity: on(2) }) +
        p.trace('M120 500 H700', on(2, 1), { stroke: c.spark, width: 5 }),
    },
    {
      title: 'Three: is there an anion gap?',
      say: [
        [
          'Sodium minus chloride minus bicarbonate is the gap, normally about eight to twelve.',
          'الصوديوم ناقص الكلوريد ناقص البيكربونات هو الفجوة، وطبيعيها ثمانية إلى اثني عشر تقريبًا.',
        ],
        [
          'If an acid has been added, its anion replaces bicarbonate and the gap widens.',
          'إذا أضيف حمض حلّت شرسبته محل البيكربونات واتسعت الفجوة.',
        ],
        [
          'If bicarbonate was lost, chloride replaces it and the gap stays the same.',
          'وإذا فُقدت البيكربونات حلّ الكلوريد محلها وبقيت الفجوة.',
        ],
      ],
      draw: ({ on, p, c }) => {
        const set = (x, title, chloride, bicarbonate, gap, share) =>
          share <= 0
            ? ''
            : column(p, x, 560, [['Na', 140, c.deep, true]]) +
              column(p, x + 158, 560, [
                ['Cl', chloride, '#d8b383'],
                ['HCO₃', bicarbonate, '#f0dfc0'],
                ['gap', gap, '#b9532a', true],
              ]) +
              p.text(x + 154, 604, title, { size: 22, anchor: 'middle' });
        return (
          set(80, 'normal', 105, 25, 10, on(0)) +
          set(480, 'acid added', 105, 25 - 13 * on(1, 2), 10 + 13 * on(1, 2), on(1)) +
          set(880, 'bicarbonate lost', 105 + 13 * on(2, 2), 25 - 13 * on(2, 2), 10, on(2))
        );
      },
    },
    {
      title: 'Four: is the compensation right?',
      say: [
        [
          'In metabolic acidosis the expected carbon dioxide is one and a half times bicarbonate, plus eight.',
          'في الحماض الاستقلابي ثاني أكسيد الكربون المتوقع هو مرة ونصف البيكربونات زائد ثمانية.',
        ],
        [
          'Twelve gives twenty-six, plus or minus two. The patient has twenty-six: one disorder only.',
          'اثنتا عشرة تعطي ستة وعشرين، بزيادة أو نقص اثنين. وعند المريض ستة وعشرون: اضطراب واحد فقط.',
        ],
        [
          'Higher would mean that breathing is failing; lower, an added respiratory alkalosis.',
          'الأعلى يعني فشل التنفس، والأدنى قلاءً تنفسيًا مضافًا.',
        ],
      ],
      draw: ({ on, p, c }) =>
        p.text(120, 250, 'Expected PCO₂ = 1.5 × HCO₃⁻ + 8 (± 2)', {
          size: 40,
          family: 'serif',
          fill: c.deep,
          opacity: on(0),
        }) +
        p.text(120, 330, '1.5 × 12 + 8 = 26 mmHg', { size: 36, opacity: on(1) }) +
        p.trace('M200 470 H1080', 1, { stroke: '#cbbba3', width: 3 }) +
        p.box(560, 440, 160, 60, { fill: '#efe4cf', opacity: on(1) }) +
        p.dot(640, 470, 14, { fill: c.deep, opacity: on(1) }) +
        p.text(640, 540, 'one disorder', { size: 22, anchor: 'middle', opacity: on(1) }) +
        p.text(300, 540, 'added alkalosis', { size: 22, anchor: 'middle', opacity: on(2) }) +
        p.text(980, 540, 'breathing fails', { size: 22, anchor: 'middle', opacity: on(2) }) +
        p.text(220, 446, '20', { size: 20 }) +
        p.text(1050, 446, '32', { size: 20 }),
    },
  ],
};

export const lectures = [filtration, acidBase];
