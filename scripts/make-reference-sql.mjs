// Writes server/migrations/0010-reference.sql: the countries of ISO 3166-1 with the English and Arabic names of Unicode
// CLDR (through Intl.DisplayNames), and the professions. The result is committed. A released file is never generated
// again: later changes are new migrations.
import { writeFileSync } from 'node:fs';

// The 249 officially assigned alpha-2 codes.
const CODES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO
JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS
MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU
RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA
UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/);
if (CODES.length !== 249) throw new Error(`${CODES.length} codes instead of 249`);

/** @type {[key: string, english: string, arabic: string, mayClaimCredit: boolean][]} */
const PROFESSIONS = [
  ['physician', 'Physician', 'طبيب', true],
  ['surgeon', 'Surgeon', 'جرّاح', true],
  ['resident', 'Resident physician', 'طبيب مقيم', true],
  ['fellow', 'Clinical fellow', 'طبيب زميل', true],
  ['general-practitioner', 'General practitioner', 'طبيب عام', true],
  ['radiologist', 'Radiologist', 'اختصاصي أشعة', true],
  ['pathologist', 'Pathologist', 'اختصاصي علم الأمراض', true],
  ['dentist', 'Dentist', 'طبيب أسنان', false],
  ['medical-student', 'Medical student', 'طالب طب', false],
  ['physician-assistant', 'Physician assistant', 'مساعد طبيب', false],
  ['nurse-practitioner', 'Nurse practitioner', 'ممرّض ممارس', false],
  ['nurse', 'Registered nurse', 'ممرّض قانوني', false],
  ['midwife', 'Midwife', 'قابلة قانونية', false],
  ['pharmacist', 'Pharmacist', 'صيدلي', false],
  ['paramedic', 'Paramedic', 'مسعف', false],
  ['physiotherapist', 'Physiotherapist', 'اختصاصي علاج طبيعي', false],
  ['radiographer', 'Radiographer', 'فنّي أشعة', false],
  ['sonographer', 'Sonographer', 'فنّي تصوير بالموجات فوق الصوتية', false],
  ['laboratory-scientist', 'Laboratory scientist', 'اختصاصي مختبر طبي', false],
  ['biomedical-researcher', 'Biomedical researcher', 'باحث في العلوم الطبية الحيوية', false],
  ['educator', 'Medical educator', 'مدرّس في التعليم الطبي', false],
  ['other', 'Other health profession', 'مهنة صحية أخرى', false],
];

/** @param {string} language */
const names = (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
const english = names('en');
const arabic = names('ar');
/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", "''")}'`;
// Ids that are the same in every installation: a version 8 UUID that encodes the table and the row.
/** @param {string} text */
const hex = (text) => Buffer.from(text).toString('hex');
/** @param {string} code */
const countryId = (code) => `00000000-0000-8000-8000-0000c0${hex(code).padStart(6, '0')}`;
/** @param {number} index */
const professionId = (index) => `00000000-0000-8000-8000-0000d0${String(index).padStart(6, '0')}`;

const countries = CODES.map((code) => {
  const [en, ar] = [english.of(code), arabic.of(code)];
  if (!en || !ar) throw new Error(`no name for ${code}`);
  return `  ('${countryId(code)}', '${code}', ${quote(en)}, ${quote(ar)})`;
});
const professions = PROFESSIONS.map(
  ([key, en, ar, credit], index) =>
    `  ('${professionId(index + 1)}', '${key}', ${quote(en)}, ${quote(ar)}, ${credit}, ${index + 1})`,
);
writeFileSync(
  new URL('../server/migrations/0010-reference.sql', import.meta.url),
  `-- Made by scripts/make-reference-sql.mjs: countries of ISO 3166-1 with the names of Unicode CLDR, and professions.

insert into countries (id, code, name, name_ar) values
${countries.join(',\n')};

insert into professions (id, key, name, name_ar, may_claim_credit, position) values
${professions.join(',\n')};
`,
);
