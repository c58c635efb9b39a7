import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';

/** Overrides where the screen says more than the error text of the calls. */
const ENGLISH: Readonly<Record<string, string>> = {
  'Second Name is required': 'Last name is required',
  'Too short!': 'At least 2 letters',
};
/** Translations of row errors from contract and server; English is the source. */
const ARABIC: Readonly<Record<string, string>> = {
  'First Name is required': 'الاسم الأول مطلوب',
  'Second Name is required': 'اسم العائلة مطلوب',
  'Too short!': 'حرفان على الأقل',
  'Too long!': 'طويل جدًا!',
  'Email is Required': 'البريد الإلكتروني مطلوب',
  'Invalid email': 'بريد إلكتروني غير صالح',
  [FIELD_MESSAGES.nameHasLink]: 'لا يمكن أن يحتوي الاسم على عنوان ويب. ضع مسافة بعد كل نقطة.',
  'A name cannot begin with = + - or @': 'لا يبدأ الاسم بـ = أو + أو - أو @',
  'This address cannot be added': 'لا يمكن إضافة هذا العنوان',
};

export const rowComplaint = (text: string, language: string): string =>
  (language === 'ar' ? ARABIC : ENGLISH)[text] ?? text;

/**
 * Translations of file errors, by the start of the sentence; its remainder names columns, rows or a position and stays
 * unchanged.
 */
const ARABIC_FILE: readonly (readonly [starts: string, arabic: string])[] = [
  ['Columns are missing: ', 'أعمدة ناقصة: '],
  ['The file has no column ', 'لا يوجد في الملف العمود رقم '],
  ['There is nobody in the file.', 'لا يوجد أحد في الملف.'],
  ['There are more than 20000 people in the file.', 'في الملف أكثر من 20000 شخص.'],
  ['The file is empty.', 'الملف فارغ.'],
  ['Choose one file.', 'اختر ملفًا واحدًا.'],
  ['This is not a text file.', 'هذا ليس ملفًا نصيًا.'],
  [
    'The encoding of the file is not known: it is not UTF-8, UTF-16 or Windows-1252. Save it as "CSV UTF-8" and choose it again.',
    'ترميز الملف غير معروف: ليس UTF-8 ولا UTF-16 ولا Windows-1252. احفظه بصيغة «CSV UTF-8» ثم اختره من جديد.',
  ],
  [
    'The file is encoded as UTF-32. Save it as "CSV UTF-8" and choose it again.',
    'الملف بترميز UTF-32. احفظه بصيغة «CSV UTF-8» ثم اختره من جديد.',
  ],
  [
    'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
    'هذا ملف Excel قديم (‎.xls) أو محمي بكلمة مرور. احفظه بصيغة ‎.xlsx دون كلمة مرور، أو بصيغة CSV.',
  ],
  ['This is not an Excel workbook.', 'هذا ليس مصنف Excel.'],
  ['There is no sheet in the workbook.', 'لا توجد ورقة في المصنف.'],
  ['The Excel file is damaged.', 'ملف Excel تالف.'],
  ['The Excel file is too large when it is unpacked.', 'ملف Excel كبير جدًا بعد فك ضغطه.'],
  ['The file could not be read: ', 'تعذرت قراءة الملف: '],
];

export function fileComplaint(text: string, language: string): string {
  const known = language === 'ar' ? ARABIC_FILE.find(([starts]) => text.startsWith(starts)) : undefined;
  return known ? known[1] + text.slice(known[0].length) : text;
}
