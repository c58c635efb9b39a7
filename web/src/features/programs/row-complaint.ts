import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';

/** What the contract and the server say about a student's row, for readers of Arabic; English is the source. */
const ARABIC: Readonly<Record<string, string>> = {
  'First Name is required': 'الاسم الأول مطلوب',
  'Second Name is required': 'الاسم الثاني مطلوب',
  'Too short!': 'قصير جدًا!',
  'Too long!': 'طويل جدًا!',
  'Email is Required': 'البريد الإلكتروني مطلوب',
  'Invalid email': 'بريد إلكتروني غير صالح',
  [FIELD_MESSAGES.nameHasLink]: 'لا يمكن أن يحتوي الاسم على عنوان ويب. ضع مسافة بعد كل نقطة.',
  'A name cannot begin with = + - or @': 'لا يبدأ الاسم بـ = أو + أو - أو @',
  'This account belongs to somebody who is no student': 'هذا الحساب ليس حساب طالب',
};

export const rowComplaint = (text: string, language: string): string =>
  language === 'ar' ? (ARABIC[text] ?? text) : text;

/** What is wrong with a file as a whole; the rest of a sentence that names columns, rows or a place stays as it is. */
const ARABIC_FILE: readonly (readonly [starts: string, arabic: string])[] = [
  ['The name of the file does not end in .csv.', 'لا ينتهي اسم الملف بـ ‎.csv.'],
  ['Columns are missing: ', 'أعمدة ناقصة: '],
  ['There is no student in the file.', 'لا يوجد طالب في الملف.'],
  ['More than 20000 students are in the file.', 'في الملف أكثر من 20000 طالب.'],
  ['The file is empty.', 'الملف فارغ.'],
  ['This is not a text file.', 'هذا ليس ملفًا نصيًا.'],
  [
    'The file is not encoded as UTF-8. Save it as "CSV UTF-8" and choose it again.',
    'الملف ليس بترميز UTF-8. احفظه بصيغة «CSV UTF-8» ثم اختره من جديد.',
  ],
  ['The file could not be read: ', 'تعذرت قراءة الملف: '],
];

export function fileComplaint(text: string, language: string): string {
  const known = language === 'ar' ? ARABIC_FILE.find(([starts]) => text.startsWith(starts)) : undefined;
  return known ? known[1] + text.slice(known[0].length) : text;
}
