/**
 * Words as the ranked search compares them: one form for "ventricles" and "ventricle", "oedema" and "edema", β and beta,
 * "µg" and "microgram", and for an Arabic word with and without its article. Of folded words (`foldText`) only.
 */

const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'micro',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};
/** A Greek letter in a word of another alphabet, or alone: a sign, not a word of the Greek language. */
const GREEK_SIGN = /^[α-ω](?![α-ω])|(?<![α-ω])[α-ω]$/u;
const UNITS: Readonly<Record<string, string>> = {
  mcg: 'microgram',
  microg: 'microgram',
  microl: 'microliter',
  micromol: 'micromole',
  mu: 'micro',
};

/** British spelling on the left, American on the right; endings of Latin and Greek are made one. */
const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/ae$/, 'a'],
  [/ae|oe/g, 'e'],
  [/our/g, 'or'],
  [/ph/g, 'f'],
  [/leuk/g, 'leuc'],
  [/([iy])z/g, '$1s'],
  [/([btv])re(s?)$/, '$1er$2'],
  [/ses$/, 'sis'],
];

const stems = new Map<string, string>();
/** Words of a library repeat: most are looked up. The map is emptied when it grows beyond this. */
const MAX_REMEMBERED = 50_000;

export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_REMEMBERED) stems.clear();
  const stem = makeStem(word);
  stems.set(word, stem);
  return stem;
}

function makeStem(word: string): string {
  if (ARABIC.test(word)) return arabicStem(word);
  const spelled = word.replace(GREEK_SIGN, (letter) => GREEK[letter] ?? letter);
  const written = UNITS[spelled] ?? spelled;
  if (written.length < 4 || !/^[a-z]+$/.test(written)) return written;
  const same = VARIANTS.reduce((text, [variant, standard]) => text.replace(variant, standard), written);
  return latinEnding(porterStem(same)).replace(/ll/g, 'l');
}

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/s$/, ''],
  [/(?:um|[aeiuy])$/, ''],
  [/ss$/, 's'],
];

const ARABIC = /[\u0621-\u064a]/;

/**
 * The same for "tumor" and "tumours", "embolus" and "emboli", but not for "community" and "communicating"; for an Arabic word with
 * and without its article, but not for other endings. Tells words of one stem apart, and nothing else.
 */
export function formOf(word: string): string {
  if (ARABIC.test(word)) return withoutArticle(spelledAlike(word));
  if (!/^[a-z]{4,}$/.test(word)) return stemOf(word);
  return [...VARIANTS, ...PLURALS].reduce(
    (text, [variant, standard]) => text.replace(variant, standard),
    word,
  );
}

/** "atrium", "atria" and "atrial"; "nucleus" and "nuclei"; "ventricle" and "ventricular". */
function latinEnding(stem: string): string {
  const plain = stem.replace(/(ic|ac|oc)ular$/, '$1l');
  const short = plain.replace(/(?:al|um|us|ic|is|ae|a|i|e|o)$/, '');
  return short.length >= 4 ? short : plain;
}

/* The stemmer of M. F. Porter (1980). */
const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
const AT_LEAST_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const EXACTLY_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const AT_LEAST_2 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const STEP_2: Readonly<Record<string, string>> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  iser: 'ise',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  isation: 'ise',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};
const STEP_3: Readonly<Record<string, string>> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  alise: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};
const ENDS_2 = new RegExp(`^(.+?)(${Object.keys(STEP_2).join('|')})$`);
const ENDS_3 = new RegExp(`^(.+?)(${Object.keys(STEP_3).join('|')})$`);
const ENDS_4 =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|ise|(?<=[st])ion)$/;

function porterStem(word: string): string {
  let stem = word.replace(/(ss|i)es$/, '$1').replace(/([^s])s$/, '$1');
  const eed = /^(.+?)eed$/.exec(stem);
  if (eed?.[1]) {
    if (AT_LEAST_1.test(eed[1])) stem = stem.slice(0, -1);
  } else {
    const past = /^(.+?)(?:ed|ing)$/.exec(stem);
    if (past?.[1] && HAS_VOWEL.test(past[1])) stem = afterPast(past[1]);
  }
  stem = stem.replace(/^(.+?)y$/, (whole, rest: string) => (HAS_VOWEL.test(rest) ? `${rest}i` : whole));
  stem = replaceEnd(stem, ENDS_2, STEP_2);
  stem = replaceEnd(stem, ENDS_3, STEP_3);
  const fourth = ENDS_4.exec(stem);
  if (fourth?.[1] && AT_LEAST_2.test(fourth[1])) stem = fourth[1];
  const last = /^(.+?)e$/.exec(stem)?.[1];
  if (last && (AT_LEAST_2.test(last) || (EXACTLY_1.test(last) && !SHORT_END.test(last)))) stem = last;
  return stem.endsWith('ll') && AT_LEAST_2.test(stem) ? stem.slice(0, -1) : stem;
}

function afterPast(stem: string): string {
  if (/(?:at|bl|iz|is)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return SHORT_END.test(stem) ? `${stem}e` : stem;
}

function replaceEnd(stem: string, ends: RegExp, by: Readonly<Record<string, string>>): string {
  const match = ends.exec(stem);
  return match?.[1] && match[2] && AT_LEAST_1.test(match[1]) ? match[1] + by[match[2]] : stem;
}

const spelledAlike = (word: string): string =>
  word
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه');

/** Also without the conjunctions and prepositions that are written onto it. */
function withoutArticle(word: string): string {
  let rest = word;
  // Twice: a word that begins like the article itself loses its beginning with and without one.
  for (let time = 0; time < 2; time += 1) {
    const prefix = /^(?:وال|بال|كال|فال|ولل|ال|لل|و)/.exec(rest)?.[0] ?? '';
    if (rest.length - prefix.length >= 3) rest = rest.slice(prefix.length);
  }
  return rest;
}

/** A light stemmer: the article and what is written onto it, and the commonest endings, as long as three letters stay. */
function arabicStem(word: string): string {
  let stem = withoutArticle(spelledAlike(word));
  for (const ending of ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'هم', 'ه', 'ي'])
    if (stem.endsWith(ending) && stem.length - ending.length >= 3) {
      stem = stem.slice(0, -ending.length);
      break;
    }
  return stem;
}
