/** Draws every figure of the Arabic book: node demo/acid-base-arabic/source/tools/figures.mjs */
import {
  arrow,
  axes,
  C,
  card,
  circle,
  curve,
  line,
  path,
  rect,
  save as saveTo,
  svg,
  text,
} from '../../../ecg-in-practice/source/tools/svg.mjs';

const save = (name, w, h, body, title) => saveTo(import.meta.url, name, svg(w, h, body, title));
const middle = { anchor: 'middle' };
const range = (from, to, step) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

save(
  'ratio',
  640,
  300,
  [
    text(100, 158, 'pH', { size: 34, weight: 600, fill: C.petrol, ...middle }),
    text(170, 158, '∝', { size: 30, fill: C.mid, ...middle }),
    card(210, 50, 250, 74, ['البيكربونات HCO3', 'تنظمها الكلية'], { fill: C.ochrePale, stroke: C.ochre }),
    line(205, 148, 465, 148, { sw: 3, stroke: C.petrol }),
    card(210, 172, 250, 74, ['PaCO2 ثنائي أكسيد الكربون', 'تنظمه الرئة'], {
      fill: C.petrolPale,
      stroke: C.petrol,
    }),
    arrow(490, 87, 540, 87, { stroke: C.ochre }),
    text(550, 93, 'أيام', { size: 18, fill: C.ochre, weight: 600 }),
    arrow(490, 209, 540, 209, { stroke: C.petrol }),
    text(550, 215, 'ساعات', { size: 18, fill: C.petrol, weight: 600 }),
  ],
  'نسبة البيكربونات إلى ثنائي أكسيد الكربون',
);

{
  const [x, w, y] = [70, 530, 250];
  const X = (hours) => x + (Math.log10(hours * 60) / Math.log10(120 * 60)) * w;
  const rise = (from, to, top) =>
    curve(
      range(0, 60, 1).map((at) => {
        const hours = (1 / 60) * (120 * 60) ** (at / 60);
        const share = Math.min(1, Math.max(0, Math.log(hours / from) / Math.log(to / from)));
        return [X(hours), y - top * share * share * (3 - 2 * share)];
      }),
    );
  const marks = [
    [1 / 60, 'دقيقة'],
    [1, 'ساعة'],
    [12, '12 ساعة'],
    [120, '5 أيام'],
  ];
  save(
    'defence-times',
    640,
    330,
    [
      axes({ x, y: 50, w, h: 200, X, Y: (v) => v, xl: '', yl: 'مقدار الاستجابة' }),
      marks.map(([hours, label]) => [
        line(X(hours), y, X(hours), y + 7, { sw: 1.4 }),
        text(X(hours), y + 30, label, { size: 16, ...middle }),
      ]),
      path(rise(1 / 90, 1 / 12, 100), { stroke: C.mid, sw: 4 }),
      path(rise(1 / 20, 18, 150), { stroke: C.petrol, sw: 4 }),
      path(rise(3, 110, 185), { stroke: C.ochre, sw: 4 }),
      text(150, 138, 'الدوارئ', { size: 18, weight: 600, fill: C.mid, ...middle }),
      text(340, 112, 'الرئة', { size: 18, weight: 600, fill: C.petrol, ...middle }),
      text(556, 46, 'الكلية', { size: 18, weight: 600, fill: C.ochre, ...middle }),
    ],
    'سرعة الدوارئ والرئة والكلية',
  );
}

{
  const [x, y, w, h] = [90, 40, 500, 400];
  const X = (p) => x + ((p - 10) / 80) * w;
  const Y = (b) => y + h - (b / 50) * h;
  const band = (points, half, across) =>
    `${curve([
      ...points.map(([p, b]) => (across ? [X(p - half), Y(b)] : [X(p), Y(b - half)])),
      ...points.toReversed().map(([p, b]) => (across ? [X(p + half), Y(b)] : [X(p), Y(b + half)])),
    ])}Z`;
  const fill = (d, colour, stroke) => path(d, { fill: colour, stroke, sw: 1.4 });
  save(
    'map',
    640,
    520,
    [
      axes({
        x,
        y,
        w,
        h,
        X,
        Y,
        xt: range(10, 90, 10),
        yt: range(0, 50, 10),
        xl: 'PaCO2 (ميلي متر زئبق)',
        yl: 'HCO3 (ميلي مول/لتر)',
        yGap: 56,
      }),
      fill(
        band(
          range(4, 21, 1).map((b) => [1.5 * b + 8, b]),
          2,
          true,
        ),
        C.oxPale,
        C.oxblood,
      ),
      fill(
        band(
          range(27, 44, 1).map((b) => [40 + 0.7 * (b - 24), b]),
          2.5,
          true,
        ),
        C.ochrePale,
        C.ochre,
      ),
      fill(
        band(
          range(46, 88, 2).map((p) => [p, 24 + 0.1 * (p - 40)]),
          1.2,
          false,
        ),
        C.petrolPale,
        C.petrol,
      ),
      fill(
        band(
          range(46, 88, 2).map((p) => [p, 24 + 0.45 * (p - 40)]),
          1.6,
          false,
        ),
        C.petrolPale,
        C.petrol,
      ),
      fill(
        band(
          range(14, 34, 2).map((p) => [p, 24 - 0.2 * (40 - p)]),
          1,
          false,
        ),
        C.shade,
        C.mid,
      ),
      fill(
        band(
          range(14, 34, 2).map((p) => [p, 24 - 0.45 * (40 - p)]),
          1.2,
          false,
        ),
        C.shade,
        C.mid,
      ),
      rect(X(35), Y(26), X(45) - X(35), Y(22) - Y(26), { fill: '#fff', stroke: C.ink, rx: 2 }),
      text(X(40), Y(23.2), 'طبيعي', { size: 14, ...middle }),
      text(X(31), Y(6), 'حماض استقلابي', { size: 16, weight: 600, fill: C.oxblood }),
      text(X(32), Y(41), 'قلاء استقلابي', { size: 16, weight: 600, fill: '#8a601a', ...middle }),
      text(X(76), Y(22), 'حماض تنفسي حاد', { size: 16, weight: 600, fill: C.petrol, ...middle }),
      text(X(76), Y(47), 'حماض تنفسي مزمن', { size: 16, weight: 600, fill: C.petrol, ...middle }),
      text(X(20), Y(26), 'قلاء تنفسي حاد', { size: 16, weight: 600, fill: C.mid, ...middle }),
      text(X(10.8), Y(8.4), 'مزمن', { size: 15, weight: 600, fill: C.mid }),
    ],
    'خريطة الحمض والقاعدة',
  );
}

{
  const unit = 2.1;
  const bottom = 345;
  const column = (x, title, [chloride, bicarbonate, gap]) => {
    const parts = [
      [chloride, C.petrolPale, `Cl ${chloride}`],
      [bicarbonate, C.ochrePale, `HCO3 ${bicarbonate}`],
      [gap, C.oxPale, `الفجوة ${gap}`],
    ];
    let y = bottom;
    const stack = parts.map(([value, fill, label]) => {
      y -= value * unit;
      return [
        rect(x + 62, y, 62, value * unit, { fill, stroke: C.line, rx: 0 }),
        text(x + 132, y + (value * unit) / 2 + 6, label, { size: 15 }),
      ];
    });
    return [
      rect(x, bottom - 140 * unit, 58, 140 * unit, { fill: C.wash, stroke: C.line, rx: 0 }),
      text(x + 29, bottom - 60 * unit, ['Na', '140'], { size: 16, ...middle }),
      stack,
      text(x + 62, bottom + 30, title, { size: 17, weight: 600, ...middle }),
    ];
  };
  save(
    'gap-columns',
    660,
    400,
    [
      column(10, 'طبيعي', [104, 24, 12]),
      column(230, 'فجوة عالية', [104, 12, 24]),
      column(450, 'فجوة طبيعية', [116, 12, 12]),
    ],
    'أعمدة الشوارد',
  );
}

{
  const [x, y, w, h] = [80, 40, 500, 240];
  const X = (hours) => x + (hours / 24) * w;
  const Y = (v) => y + h - (v / 60) * h;
  const hours = range(0, 24, 0.5);
  save(
    'two-gaps',
    640,
    360,
    [
      axes({
        x,
        y,
        w,
        h,
        X,
        Y,
        xt: [0, 6, 12, 18, 24],
        yt: [0, 20, 40, 60],
        xl: 'ساعات بعد الابتلاع',
        yl: 'الفجوة',
      }),
      line(x, Y(10), x + w, Y(10), { dash: '5 6', stroke: C.line }),
      path(curve(hours.map((t) => [X(t), Y(8 + 46 * Math.exp(-t / 8))])), { stroke: C.petrol, sw: 4 }),
      path(curve(hours.map((t) => [X(t), Y(11 + 26 / (1 + Math.exp(-(t - 12) / 2.6)))])), {
        stroke: C.oxblood,
        sw: 4,
      }),
      text(X(5), Y(44), 'الفجوة الأسمولية', { size: 17, weight: 600, fill: C.petrol }),
      text(X(18.5), Y(41), 'الفجوة الأنيونية', { size: 17, weight: 600, fill: C.oxblood, ...middle }),
    ],
    'الفجوتان الأسمولية والأنيونية بعد ابتلاع الميثانول',
  );
}

const link = (x1, y1, x2, y2) => arrow(x1, y1, x2, y2, { stroke: C.mid, sw: 2 });
save(
  'acidosis-path',
  660,
  450,
  [
    card(230, 16, 200, 60, ['حماض استقلابي', 'احسب الفجوة']),
    link(400, 76, 500, 116),
    link(260, 76, 160, 116),
    text(476, 92, 'عالية', { size: 16, fill: C.oxblood }),
    text(184, 92, 'طبيعية', { size: 16, fill: C.petrol, anchor: 'end' }),
    card(390, 120, 220, 60, ['اللاكتات والكيتونات', 'والبولة'], { fill: C.oxPale, stroke: C.oxblood }),
    card(50, 120, 220, 60, ['الفجوة الأنيونية للبول', 'Na + K − Cl'], {
      fill: C.petrolPale,
      stroke: C.petrol,
    }),
    link(555, 180, 575, 226),
    link(450, 180, 430, 226),
    card(500, 230, 150, 76, ['واحد منها مرتفع', 'عالج السبب'], { size: 16 }),
    card(336, 230, 150, 76, ['كلها طبيعية', 'الفجوة الأسمولية', 'والساليسيلات'], { size: 16 }),
    link(105, 180, 85, 226),
    link(210, 180, 240, 226),
    card(10, 230, 150, 76, ['سالبة', 'إسهال أو محلول', 'ملحي'], { size: 16 }),
    card(172, 230, 150, 76, ['موجبة', 'حماض كلوي', 'أنبوبي'], { size: 16 }),
    link(247, 306, 247, 346),
    card(140, 350, 214, 76, ['بوتاسيوم مرتفع: النمط 4', 'منخفض: النمط 1 أو 2'], {
      size: 16,
      head: false,
      fill: C.ochrePale,
      stroke: C.ochre,
    }),
  ],
  'طريق البحث في الحماض الاستقلابي',
);

save(
  'alkalosis-loop',
  640,
  400,
  [
    card(220, 20, 200, 64, ['قيء', 'فقد HCl'], { fill: C.ochrePale, stroke: C.ochre }),
    card(440, 130, 180, 64, ['نقص الحجم', 'والكلور']),
    card(440, 280, 180, 64, ['ألدوستيرون', 'مرتفع']),
    card(20, 280, 190, 64, ['فقد البوتاسيوم', 'والهيدروجين']),
    card(20, 130, 190, 64, ['الكلية تحتفظ', 'بالبيكربونات'], { fill: C.oxPale, stroke: C.oxblood }),
    link(420, 62, 520, 126),
    link(530, 194, 530, 276),
    link(436, 312, 216, 312),
    link(115, 276, 115, 198),
    arrow(214, 162, 434, 162, { stroke: C.petrol, sw: 2.6, both: true }),
    card(240, 200, 170, 76, ['القطع:', 'محلول ملحي', 'وكلوريد البوتاسيوم'], {
      fill: C.petrolPale,
      stroke: C.petrol,
      size: 16,
    }),
  ],
  'حلقة القلاء بعد القيء',
);

{
  const [x, y, w, h] = [80, 40, 500, 240];
  const X = (p) => x + ((p - 40) / 50) * w;
  const Y = (v) => y + h - ((v - 7.0) / 0.5) * h;
  const ph = (p, b) => 6.1 + Math.log10(b / (0.03 * p));
  const line2 = (slope) => curve(range(40, 90, 2).map((p) => [X(p), Y(ph(p, 24 + slope * (p - 40)))]));
  save(
    'acute-chronic',
    640,
    360,
    [
      axes({
        x,
        y,
        w,
        h,
        X,
        Y,
        xt: range(40, 90, 10),
        yt: [7, 7.1, 7.2, 7.3, 7.4, 7.5],
        xl: 'PaCO2 (ميلي متر زئبق)',
        yl: 'pH',
      }),
      path(line2(0.1), { stroke: C.oxblood, sw: 4 }),
      path(line2(0.45), { stroke: C.petrol, sw: 4 }),
      line(X(80), Y(7.0), X(80), Y(7.45), { dash: '5 6', stroke: C.line }),
      circle(X(80), Y(ph(80, 28)), 6, { fill: C.oxblood, stroke: C.oxblood }),
      circle(X(80), Y(ph(80, 42)), 6, { fill: C.petrol, stroke: C.petrol }),
      text(X(66), Y(7.14), 'حاد', { size: 18, weight: 600, fill: C.oxblood, ...middle }),
      text(X(66), Y(7.4), 'مزمن', { size: 18, weight: 600, fill: C.petrol, ...middle }),
    ],
    'الحماض التنفسي الحاد والمزمن',
  );
}

save(
  'mixed-path',
  640,
  360,
  [
    card(200, 16, 240, 60, ['الاضطراب الأولي', 'من pH واتجاه المقدارين']),
    link(320, 76, 320, 106),
    card(200, 110, 240, 60, ['المعاوضة كما هو متوقع؟', 'الجدول 2.2'], {
      fill: C.petrolPale,
      stroke: C.petrol,
    }),
    link(440, 140, 486, 140),
    card(490, 106, 140, 68, ['لا', 'اضطراب تنفسي أو', 'استقلابي مضاف'], {
      size: 14,
      fill: C.oxPale,
      stroke: C.oxblood,
    }),
    link(320, 170, 320, 200),
    card(200, 204, 240, 60, ['الفجوة عالية؟', 'بعد تصحيح الألبومين'], {
      fill: C.petrolPale,
      stroke: C.petrol,
    }),
    link(200, 234, 154, 234),
    card(10, 204, 140, 60, ['لا', 'انتهت القراءة'], { size: 15 }),
    link(320, 264, 320, 294),
    card(170, 298, 300, 52, ['قارن زيادة الفجوة بنقص البيكربونات'], { fill: C.ochrePale, stroke: C.ochre }),
  ],
  'من الأرقام إلى عدد الاضطرابات',
);
