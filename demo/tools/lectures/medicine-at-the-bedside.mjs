/** The lecture of Internal Medicine at the Bedside: one patient, one hour, told minute by minute. */

/** What the monitor shows while a scene is spoken: [pulse, pressure, rate, saturation, temperature]. */
const monitor = (p, c, minute, [pulse, pressure, rate, saturation, temperature]) => {
  const rows = [
    ['Pulse', pulse, '#7fd08a'],
    ['Pressure', pressure, '#f0a27f'],
    ['Breaths', rate, '#f4d9a4'],
    ['Saturation', saturation, '#8fc4ea'],
    ['Temperature', temperature, '#d9d9e8'],
  ];
  return (
    p.box(830, 130, 390, 530, { fill: '#14212e', r: 14 }) +
    p.text(856, 176, `Minute ${minute}`, { size: 20, fill: '#9fb3c6' }) +
    rows
      .map(
        ([name, value, fill], index) =>
          p.text(856, 240 + index * 88, name, { size: 19, fill: '#9fb3c6' }) +
          p.text(1194, 246 + index * 88, value, { size: 46, weight: 600, fill, anchor: 'end' }),
      )
      .join('') +
    p.trace(`M856 634 H1194`, 1, { stroke: '#2c4257', width: 6 }) +
    p.trace(`M856 634 H${856 + (338 * minute) / 60}`, 1, { stroke: c.spark, width: 6 })
  );
};

const scene = (title, minute, vitals, points, say) => ({
  title,
  say,
  draw: ({ on, p, c }) =>
    p.points(
      84,
      170,
      points.map(([words]) => words),
      (index, length) => on(points[index]?.[1] ?? 0, length),
      0,
      { size: 26, lead: 66, wrap: 48 },
    ) + monitor(p, c, minute, vitals),
});

const quadrant = (p, c, share, x, y, head, rows, fill) =>
  share <= 0
    ? ''
    : p.box(x, y, 360, 220, { fill, stroke: c.mid, opacity: share, r: 8 }) +
      p.text(x + 26, y + 54, head, { size: 28, family: 'serif', fill: c.deep, opacity: share }) +
      p.lines(x + 26, y + 100, rows, { size: 20, lead: 34, opacity: share });

const firstHour = {
  key: 'first-hour',
  title: 'The First Hour with an Unstable Patient',
  speaker: 'Miriam Adeyemi',
  posterScene: 2,
  long: true,
  opening: [
    ['This lecture follows one patient through one hour.', 'تتابع هذه المحاضرة مريضًا واحدًا في ساعة واحدة.'],
    [
      'She is sixty-one, she came with fever and confusion, and her pressure is falling.',
      'عمرها إحدى وستون سنة، جاءت بحمى وتخليط، وضغطها يهبط.',
    ],
    [
      'Stop the film at any point and say what you would do next.',
      'أوقف الفيلم في أي لحظة وقل ماذا ستفعل بعد ذلك.',
    ],
    [
      'You will disagree with me in places, and that is the purpose.',
      'ستخالفني في بعض المواضع، وهذا هو المقصود.',
    ],
  ],
  scenes: [
    scene(
      'Before you reach the bed',
      0,
      ['118', '94/52', '26', '93', '38.9'],
      [
        ['Who is she, and how was she last week?', 1],
        ['Ask for the trolley, a second nurse, the notes', 3],
        ['Agree on what each of you does', 5],
        ['Write the time', 7],
      ],
      [
        [
          'The telephone rings, and the nurse says that she does not like the look of a patient.',
          'يرن الهاتف، وتقول الممرضة إن منظر المريضة لا يعجبها.',
        ],
        [
          'Before you hang up, ask how old she is, why she is here, and how she was last week.',
          'قبل أن تنهي المكالمة اسأل عن عمرها وسبب دخولها وكيف كانت الأسبوع الماضي.',
        ],
        [
          'That sentence of concern is a better predictor than most scores, and it should never be argued with.',
          'وهذه الجملة القلقة أصدق من معظم المقاييس، ولا ينبغي أن تُجادَل.',
        ],
        [
          'Ask for the resuscitation trolley, for a second pair of hands, and for the drug chart at the bedside.',
          'اطلب عربة الإنعاش ويدين أخريين وورقة الأدوية إلى جانب السرير.',
        ],
        [
          'While you walk, think of the three things that you would least like to miss.',
          'وفكر وأنت تمشي في ثلاثة أمور لا تحب أن تفوتك.',
        ],
        [
          'When you arrive, say aloud who leads, who takes blood, and who writes.',
          'وحين تصل قل بصوت مسموع من يقود، ومن يسحب الدم، ومن يكتب.',
        ],
        [
          'A team that has been told its tasks is twice as fast as one that has not.',
          'فالفريق الذي يعرف مهامه أسرع بكثير من غيره.',
        ],
        [
          'And look at the clock, because from now on every event needs a time.',
          'وانظر إلى الساعة، فكل حدث من الآن يحتاج إلى وقت.',
        ],
      ],
    ),
    scene(
      'From the door',
      1,
      ['118', '94/52', '26', '93', '38.9'],
      [
        ['Colour, posture, work of breathing', 0],
        ['Does she look at you when you speak?', 2],
        ['Count the rate for thirty seconds', 4],
        ['Trust the impression, then test it', 6],
      ],
      [
        ['Stand still for five seconds at the foot of the bed.', 'قف خمس ثوانٍ ساكنًا عند قدم السرير.'],
        [
          'She is grey, she breathes with her mouth open, and her hands pick at the sheet.',
          'هي شاحبة، تتنفس بفم مفتوح، ويداها تعبثان بالملاءة.',
        ],
        ['Say her name and watch whether she turns towards you.', 'نادها باسمها وانظر هل تلتفت إليك.'],
        ['She does, slowly, and she calls you by the name of her son.', 'تلتفت ببطء، وتسميك باسم ابنها.'],
        [
          'Now count her breathing yourself, because the number on the chart is often invented.',
          'عدّ أنفاسها بنفسك الآن، فالرقم المكتوب كثيرًا ما يكون مخترعًا.',
        ],
        [
          'Twenty-six, and that alone would have been a reason to come.',
          'ستة وعشرون، وهذا وحده سبب كافٍ للمجيء.',
        ],
        ['Your first impression is a measurement like any other.', 'الانطباع الأول قياس كغيره من القياسات.'],
        [
          'It is right more often than not, and it is worth writing down before the laboratory speaks.',
          'وهو صائب في الغالب، ويستحق أن يُكتب قبل أن يتكلم المختبر.',
        ],
      ],
    ),
    scene(
      'Airway and breathing',
      4,
      ['120', '92/50', '28', '96', '38.9'],
      [
        ['Can she speak? Then the airway is open for now', 0],
        ['Oxygen to 94 to 98 per cent', 2],
        ['Listen to both bases, front and back', 3],
        ['Fast breathing with clear lungs is a gas problem', 5],
      ],
      [
        [
          'She speaks, so the airway is open for the moment, and you can go on.',
          'هي تتكلم، فمجرى الهواء مفتوح الآن ويمكنك المتابعة.',
        ],
        [
          'Saturation is ninety-three, and she has no lung disease that makes her retain carbon dioxide.',
          'الإشباع ثلاثة وتسعون، وليس لديها مرض رئوي يحبس ثنائي أكسيد الكربون.',
        ],
        [
          'Give oxygen to a target of ninety-four to ninety-eight, and write the target beside the flow.',
          'أعط الأكسجين إلى هدف بين أربعة وتسعين وثمانية وتسعين، واكتب الهدف بجانب الجريان.',
        ],
        [
          'Listen at the front and at the back, and compare the two sides.',
          'استمع من الأمام ومن الخلف وقارن الجانبين.',
        ],
        [
          'The chest is almost clear, and yet she breathes at twenty-eight.',
          'الصدر شبه سليم، ومع ذلك تتنفس ثمانيًا وعشرين مرة.',
        ],
        [
          'When the lungs are clear and breathing is fast, the trouble is in the blood.',
          'حين تكون الرئتان سليمتين والتنفس سريعًا فالعلة في الدم.',
        ],
        [
          'Think of lactate, of ketones, of salicylate, and of a clot in the lung.',
          'فكر في اللاكتات والكيتونات والساليسيلات وجلطة في الرئة.',
        ],
        [
          'Remember as well that a patient who was breathing fast and is now breathing slowly may be dying.',
          'وتذكر أن من كان يتنفس سريعًا وصار بطيئًا قد يكون محتضرًا.',
        ],
      ],
    ),
    scene(
      'The hand and the knee',
      7,
      ['122', '90/48', '28', '97', '38.9'],
      [
        ['Capillary refill: press ten seconds, count', 1],
        ['Mottling over the knees', 3],
        ['Pulse pressure below a quarter of systolic', 5],
        ['Urine in the bag, and since when', 7],
      ],
      [
        ['Pressure is the last sign of shock and not the first.', 'الضغط آخر علامات الصدمة لا أولها.'],
        [
          'Press on the pulp of a finger for ten seconds, let go, and count.',
          'اضغط على لب الإصبع عشر ثوانٍ ثم ارفع وعدّ.',
        ],
        ['Five seconds, where three would be the limit.', 'خمس ثوانٍ، والحد ثلاث.'],
        [
          'Lift the sheet and look at the knees, because mottling begins there.',
          'ارفع الملاءة وانظر إلى الركبتين، فالتبرقش يبدأ هناك.',
        ],
        [
          'A patch of the size of a coin is a warning, and mottling up to the thigh is an alarm.',
          'بقعة بحجم قطعة نقد إنذار، وما بلغ الفخذ ناقوس خطر.',
        ],
        [
          'Subtract the diastolic from the systolic pressure, and ask whether the difference is small.',
          'اطرح الانبساطي من الانقباضي واسأل هل الفرق صغير.',
        ],
        [
          'A wide pulse pressure with warm hands speaks for sepsis, a narrow one with cold hands for a failing heart or bleeding.',
          'الفرق الواسع مع دفء اليدين يشير إلى الإنتان، والضيق مع برودتهما إلى قصور القلب أو النزف.',
        ],
        [
          'Finally look at the catheter bag, and find out when it was last emptied.',
          'وأخيرًا انظر إلى كيس القثطار واسأل متى أُفرغ آخر مرة.',
        ],
      ],
    ),
    scene(
      'Three tubes and a gas',
      10,
      ['122', '90/48', '28', '97', '38.9'],
      [
        ['Two large cannulas', 0],
        ['Cultures before antibiotics, two sets', 2],
        ['Gas: pH 7.31, lactate 4.6, glucose 11', 4],
        ['ECG, and a pregnancy test where it applies', 7],
      ],
      [
        [
          'Put in two large cannulas, and do not spend ten minutes on a small one.',
          'ضع قنيتين كبيرتين ولا تضيع عشر دقائق على واحدة صغيرة.',
        ],
        [
          'If no vein appears, use ultrasound, or drill into the bone.',
          'إن لم يظهر وريد فاستعمل الصدى أو الطريق العظمي.',
        ],
        ['Take two sets of blood cultures from two places.', 'خذ زرعين للدم من موضعين.'],
        [
          'Then blood count, creatinine, electrolytes, liver tests, clotting, and a group and save.',
          'ثم تعداد الدم والكرياتينين والشوارد ووظائف الكبد والتخثر وزمرة الدم.',
        ],
        [
          'The venous gas comes back in three minutes, and it answers six questions at once.',
          'يأتي غاز الدم الوريدي في ثلاث دقائق ويجيب عن ستة أسئلة.',
        ],
        [
          'Lactate is four point six, glucose eleven, potassium five, and haemoglobin one hundred and twenty-four.',
          'اللاكتات 4.6، والغلوكوز 11، والبوتاسيوم 5، والهيموغلوبين 124.',
        ],
        [
          'She is not bleeding, she is not hypoglycaemic, and her cells lack flow.',
          'لا تنزف، وليس سكرها منخفضًا، وخلاياها ينقصها الجريان.',
        ],
        [
          'Record an electrocardiogram, because an infarct in a confused patient is silent.',
          'سجّل مخطط القلب، فالاحتشاء في مريض مخلط صامت.',
        ],
      ],
    ),
    {
      title: 'Four kinds of shock',
      say: [
        [
          'Now give the shock a name, because each name has another treatment.',
          'والآن سمّ الصدمة، فلكل اسم علاج آخر.',
        ],
        [
          'Empty: bleeding, vomiting, burns, with cold hands and flat neck veins.',
          'الفارغة: نزف أو قيء أو حروق، مع يدين باردتين وأوردة عنق منخمصة.',
        ],
        [
          'Leaking and wide: sepsis, anaphylaxis, a cord that has been cut, with warm hands at first.',
          'المتسربة الواسعة: إنتان أو تأق أو أذية نخاع، مع دفء اليدين في البدء.',
        ],
        [
          'Weak: an infarct, a myocarditis, a valve, with crackles and full veins.',
          'الضعيفة: احتشاء أو التهاب عضلة القلب أو صمام، مع خراخر وأوردة ممتلئة.',
        ],
        [
          'Blocked: an embolus, a tamponade, a tension pneumothorax, with full veins and a clear chest.',
          'المسدودة: صمة أو اندحاس أو استرواح ضاغط، مع أوردة ممتلئة وصدر سليم.',
        ],
        [
          'Ultrasound of the heart and the great vein takes two minutes and separates the four.',
          'يفصل صدى القلب والوريد الأجوف بينها في دقيقتين.',
        ],
        [
          'Two of them may be present together, as in the septic patient with a poor ventricle.',
          'وقد يجتمع اثنان، كما في مريض إنتاني قلبه ضعيف.',
        ],
        [
          'Our patient has warm forearms, flat veins, and a heart that pumps hard and empties almost completely.',
          'ساعدا مريضتنا دافئان وأوردتها منخمصة وقلبها يضخ بقوة ويفرغ تمامًا تقريبًا.',
        ],
        [
          'She is wide and empty, and fluid is a reasonable first answer.',
          'هي واسعة وفارغة، والسوائل جواب أول معقول.',
        ],
      ],
      draw: ({ on, p, c }) =>
        quadrant(p, c, on(1), 90, 130, 'Empty', 'blood, water\ncold hands, flat veins', '#e4ecf4') +
        quadrant(p, c, on(2), 480, 130, 'Wide', 'sepsis, anaphylaxis\nwarm hands, flat veins', '#f6ead2') +
        quadrant(
          p,
          c,
          on(3),
          90,
          380,
          'Weak',
          'infarct, valve\ncold hands, full veins, crackles',
          '#f3dfdc',
        ) +
        quadrant(
          p,
          c,
          on(4),
          480,
          380,
          'Blocked',
          'embolus, tamponade, tension\nfull veins, clear chest',
          '#e0ede5',
        ) +
        p.lines(
          880,
          210,
          'Look with the probe:\nleft ventricle\nright ventricle\npericardium\ninferior vena cava\nlung sliding',
          {
            size: 24,
            lead: 46,
            opacity: on(5),
            fill: c.deep,
          },
        ),
    },
    scene(
      'Fluid as a test',
      15,
      ['116', '96/52', '26', '97', '38.8'],
      [
        ['500 mL of balanced solution in ten minutes', 1],
        ['Write what you expect before it runs', 2],
        ['Look again: pulse, refill, bases', 4],
        ['Stop when it no longer helps', 6],
      ],
      [
        [
          'A bolus of fluid is a test with a result, and not a ritual.',
          'جرعة السائل اختبار له نتيجة، وليست طقسًا.',
        ],
        [
          'Give five hundred millilitres of a balanced solution in ten minutes.',
          'أعط خمسمئة ميليلتر من محلول متوازن في عشر دقائق.',
        ],
        ['Before it runs, say what you expect to change.', 'وقبل أن يجري قل ما الذي تتوقع أن يتغير.'],
        [
          'We expect the pulse to fall, and the refill to shorten.',
          'نتوقع أن يبطؤ النبض وأن يقصر زمن الامتلاء.',
        ],
        [
          'Afterwards look at exactly these, and listen to the bases.',
          'ثم انظر إلى هذين بعينهما واستمع إلى القاعدتين.',
        ],
        [
          'The pulse went from one hundred and twenty-two to one hundred and sixteen, and the refill to four seconds.',
          'هبط النبض من 122 إلى 116، وصار الامتلاء أربع ثوانٍ.',
        ],
        ['That is a small success, so she receives a second bolus.', 'هذا نجاح صغير، فتأخذ جرعة ثانية.'],
        [
          'After the third there is no further change, and the fourth would only go into her lungs.',
          'وبعد الثالثة لا يتغير شيء، والرابعة لن تذهب إلا إلى رئتيها.',
        ],
        [
          'Raising the legs gives the same information without a drop, if the output can be measured.',
          'ورفع الساقين يعطي المعلومة نفسها بلا قطرة، إن أمكن قياس النتاج.',
        ],
      ],
    ),
    scene(
      'Antibiotics and the source',
      22,
      ['114', '94/50', '26', '97', '38.8'],
      [
        ['Within the hour in shock', 0],
        ['Full first dose, whatever the kidney', 2],
        ['Where from? Skin, chest, belly, urine, lines', 4],
        ['A source that drains must be drained', 7],
      ],
      [
        [
          'In shock antibiotics are given within the hour, and we are at minute twenty-two.',
          'في الصدمة تُعطى المضادات خلال الساعة، ونحن في الدقيقة الثانية والعشرين.',
        ],
        [
          'Ask about allergy, and ask what happened, because most allergies to penicillin are memories of a rash in childhood.',
          'اسأل عن التحسس وماذا حدث، فأكثر التحسس من البنسلين ذكرى طفح في الطفولة.',
        ],
        [
          'Give the full first dose, since the kidney matters only for the second.',
          'أعط الجرعة الأولى كاملة، فالكلية لا تهم إلا في الثانية.',
        ],
        [
          'Do not write it and leave, but watch until the syringe is empty.',
          'لا تكتبها وتمض، بل ابق حتى تفرغ المحقنة.',
        ],
        [
          'Then look for the source from head to foot, with the clothes off.',
          'ثم ابحث عن المصدر من الرأس إلى القدم والثياب منزوعة.',
        ],
        ['Her right flank is tender, and the urine is cloudy.', 'خاصرتها اليمنى مؤلمة وبولها عكر.'],
        [
          'An infected kidney alone responds to antibiotics, but an infected kidney behind a stone does not.',
          'الكلية المنتنة وحدها تستجيب للمضادات، أما التي خلف حصاة فلا.',
        ],
        [
          'So ask for the ultrasound now, while you are still strong enough to insist.',
          'فاطلب الصدى الآن ما دمت قادرًا على الإصرار.',
        ],
      ],
    ),
    scene(
      'A vasopressor through a good vein',
      30,
      ['112', '84/44', '27', '96', '38.7'],
      [
        ['Mean pressure 57: too low after 1.5 litres', 0],
        ['Noradrenaline 0.05 µg/kg a minute', 2],
        ['Large vein above the wrist, checked hourly', 3],
        ['Aim for a mean of 65, then look at the skin', 5],
      ],
      [
        [
          'At half an hour the mean pressure is fifty-seven, after one and a half litres.',
          'بعد نصف ساعة الضغط الوسطي سبعة وخمسون رغم لتر ونصف.',
        ],
        ['More fluid would be a hope and not a plan.', 'والمزيد من السوائل أمل لا خطة.'],
        [
          'Start noradrenaline at a low dose, and double it every few minutes.',
          'ابدأ النورأدرينالين بجرعة صغيرة وضاعفها كل دقائق.',
        ],
        [
          'It may run through a good vein of the forearm for some hours, if a nurse looks at the site every hour.',
          'يمكن أن يجري في وريد جيد في الساعد ساعات إن فحصت الممرضة موضعه كل ساعة.',
        ],
        [
          'Waiting for a central line is the commonest reason for an hour of low pressure.',
          'وانتظار القثطرة المركزية أشيع سبب لساعة من الضغط المنخفض.',
        ],
        [
          'Aim for a mean of sixty-five, and then look at the skin, the urine and the face.',
          'استهدف ضغطًا وسطيًا 65 ثم انظر إلى الجلد والبول والوجه.',
        ],
        [
          'If the number is right and the patient is not, the number is wrong.',
          'إن صح الرقم ولم تصح حال المريض فالرقم هو الخاطئ.',
        ],
        [
          'Think also of the adrenal glands in everybody who has ever taken steroids.',
          'وفكر في الكظرين في كل من أخذ الستيروئيدات يومًا.',
        ],
      ],
    ),
    scene(
      'Calling for help',
      36,
      ['108', '96/54', '25', '97', '38.6'],
      [
        ['Situation, background, assessment, request', 1],
        ['Begin with the request', 3],
        ['Say what you are afraid of', 5],
        ['Repeat back and note the time', 7],
      ],
      [
        [
          'Calling early is a skill, and nobody has ever been blamed for it in the morning.',
          'الاتصال المبكر مهارة، ولم يُلم عليه أحد في الصباح.',
        ],
        [
          'Use four headings: situation, background, assessment and request.',
          'استعمل أربعة عناوين: الوضع والخلفية والتقدير والطلب.',
        ],
        [
          'I would put the request first, because the listener has just been woken.',
          'وأنا أضع الطلب أولًا لأن السامع استيقظ للتو.',
        ],
        [
          'I need you to come and see a woman in septic shock with an obstructed kidney.',
          'أحتاج أن تأتي لترى امرأة في صدمة إنتانية مع كلية مسدودة.',
        ],
        [
          'Lactate was four point six, she has had a litre and a half, and noradrenaline is running.',
          'كان اللاكتات 4.6، وأخذت لترًا ونصفًا، والنورأدرينالين جارٍ.',
        ],
        [
          'Then say what you are afraid of: I think that she will need drainage within the hour.',
          'ثم قل ما تخشاه: أظن أنها تحتاج إلى تفجير خلال الساعة.',
        ],
        [
          'A worry that has been spoken moves people more than a number does.',
          'والقلق إذا قيل حرّك الناس أكثر من الرقم.',
        ],
        [
          'Ask the other to repeat what was agreed, and write the name and the time.',
          'اطلب من الآخر أن يعيد ما اتُّفق عليه واكتب الاسم والوقت.',
        ],
      ],
    ),
    scene(
      'Drugs that must wait',
      42,
      ['106', '100/56', '24', '97', '38.5'],
      [
        ['Pause: ramipril, metformin, furosemide', 0],
        ['Keep: steroids, anticonvulsants, levodopa', 3],
        ['Clot prevention once the procedure is done', 5],
        ['Family: tell them now, and tell them the truth', 6],
      ],
      [
        [
          'Read the chart with a pen, and pause the ramipril, the metformin and the furosemide.',
          'اقرأ ورقة الأدوية والقلم في يدك وأوقف الراميبريل والميتفورمين والفوروسيميد.',
        ],
        ['Write beside each of them when it is to begin again.', 'واكتب بجانب كل منها متى يعود.'],
        [
          'A tablet that has been stopped in an emergency is often forgotten for a year.',
          'فالدواء الذي أُوقف في طارئ كثيرًا ما يُنسى سنة.',
        ],
        [
          'Some drugs must not be missed: steroids, anticonvulsants, and levodopa.',
          'وبعض الأدوية لا يجوز أن يفوت: الستيروئيدات ومضادات الصرع والليفودوبا.',
        ],
        [
          'Reduce what the kidney excretes, and choose another painkiller than morphine.',
          'وأنقص ما تطرحه الكلية، واختر مسكنًا غير المورفين.',
        ],
        ['Heparin for prevention begins after the procedure.', 'ويبدأ الهيبارين الوقائي بعد الإجراء.'],
        [
          'Her son is in the corridor, and he has been there for forty minutes.',
          'ابنها في الممر منذ أربعين دقيقة.',
        ],
        [
          'Tell him what you know, what you do not know, and what happens next.',
          'أخبره بما تعرف وبما لا تعرف وبما سيحدث بعد ذلك.',
        ],
      ],
    ),
    scene(
      'Sixty minutes',
      60,
      ['98', '108/60', '22', '97', '38.2'],
      [
        ['Same four looks: mind, skin, urine, lactate', 0],
        ['Lactate 3.4: down by a quarter', 2],
        ['Stone and wide pelvis on ultrasound', 4],
        ['Nephrostomy at minute ninety', 5],
      ],
      [
        [
          'At one hour we repeat the four looks: mind, skin, urine and lactate.',
          'بعد ساعة نعيد النظرات الأربع: الوعي والجلد والبول واللاكتات.',
        ],
        ['She knows where she is, and she asks for water.', 'تعرف أين هي وتطلب ماء.'],
        [
          'Lactate has come down by a quarter, and the refill is three seconds.',
          'نقص اللاكتات ربعه، وصار الامتلاء ثلاث ثوانٍ.',
        ],
        ['There have been forty millilitres of urine.', 'ونزل أربعون ميليلترًا من البول.'],
        ['Ultrasound shows a wide renal pelvis above a stone.', 'ويظهر الصدى حويضة متوسعة فوق حصاة.'],
        [
          'The radiologist places a tube half an hour later, and pus comes out under pressure.',
          'ويضع طبيب الأشعة أنبوبًا بعد نصف ساعة فيخرج القيح تحت ضغط.',
        ],
        [
          'That tube did more than all of the drugs, but without the drugs she would not have reached it.',
          'وقد فعل هذا الأنبوب أكثر من الأدوية كلها، لكنها لولاها لما بلغته.',
        ],
        [
          'The plan for the night has four lines: targets, who looks, how often, and when to call.',
          'وخطة الليل أربعة أسطر: الأهداف، ومن ينظر، وكم مرة، ومتى يتصل.',
        ],
      ],
    ),
    scene(
      'Errors that I have made',
      60,
      ['98', '108/60', '22', '97', '38.2'],
      [
        ['Reassured by a normal pressure', 0],
        ['Fluid without a second look', 2],
        ['The source was found, and not drained', 4],
        ['I went to see another patient', 6],
      ],
      [
        [
          'I have been reassured by a normal pressure in a young man whose lactate was eight.',
          'طمأنني ضغط طبيعي في شاب كان لاكتاته ثمانية.',
        ],
        [
          'The young hold their pressure until they fall from it as from a cliff.',
          'فالشباب يحفظون ضغطهم حتى يهووا منه كما من جرف.',
        ],
        [
          'I have ordered two litres and gone away, and come back to a patient who was drowning.',
          'وأمرت بلترين ومضيت، ثم عدت إلى مريض يغرق.',
        ],
        ['Since then I order half a litre and stay.', 'ومنذ ذلك آمر بنصف لتر وأبقى.'],
        [
          'I have read that a gall bladder was inflamed, and treated the report instead of the gall bladder.',
          'وقرأت أن المرارة ملتهبة فعالجت التقرير لا المرارة.',
        ],
        [
          'I have believed that an antibiotic which was written had been given, and it lay in the fridge.',
          'وظننت أن مضادًا كُتب قد أُعطي، وكان في الثلاجة.',
        ],
        [
          'And I have been called away in minute twenty, and nobody knew what I had planned.',
          'واستُدعيت في الدقيقة العشرين ولم يعرف أحد ما كنت قد خططت له.',
        ],
        [
          'If you must leave, say aloud what is to happen and when you will be back.',
          'إن اضطررت إلى الذهاب فقل ما ينبغي أن يحدث ومتى تعود.',
        ],
      ],
    ),
    scene(
      'Five sentences to keep',
      60,
      ['92', '114/64', '20', '98', '37.9'],
      [
        ['Count the breathing yourself', 0],
        ['Look at the skin before the pressure', 1],
        ['Every bolus is a test with a result', 2],
        ['Watch the antibiotic run', 3],
        ['Look again, and write the time', 4],
      ],
      [
        ['Count the breathing yourself.', 'عدّ الأنفاس بنفسك.'],
        ['Look at the skin before you look at the pressure.', 'انظر إلى الجلد قبل الضغط.'],
        ['Treat every bolus as a test, and read the result.', 'عامل كل جرعة سائل اختبارًا واقرأ نتيجته.'],
        ['Stay until the antibiotic has run.', 'ابق حتى يجري المضاد.'],
        [
          'And look again after an hour, with the same eyes and the same four questions.',
          'وأعد النظر بعد ساعة بالعينين نفسيهما والأسئلة الأربعة نفسها.',
        ],
        [
          'Our patient went home after nine days, and the stone was removed a month later.',
          'عادت مريضتنا إلى بيتها بعد تسعة أيام، وأُزيلت الحصاة بعد شهر.',
        ],
        [
          'She remembers nothing of this hour, and that is as it should be.',
          'وهي لا تذكر شيئًا من هذه الساعة، وهكذا ينبغي.',
        ],
        ['Thank you for staying with her.', 'شكرًا لبقائكم معها.'],
      ],
    ),
  ],
};

export const lectures = [firstHour];
