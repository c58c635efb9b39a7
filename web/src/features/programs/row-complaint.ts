/** What the contract and the server say about a student's row, for readers of Arabic; English is the source. */
const ARABIC: Readonly<Record<string, string>> = {
  'First Name is required': 'الاسم الأول مطلوب',
  'Second Name is required': 'الاسم الثاني مطلوب',
  'Too short!': 'قصير جدًا!',
  'Too long!': 'طويل جدًا!',
  'Email is Required': 'البريد الإلكتروني مطلوب',
  'Invalid email': 'بريد إلكتروني غير صالح',
  'A name cannot begin with = + - or @': 'لا يبدأ الاسم بـ = أو + أو - أو @',
  'This account belongs to somebody who is no student': 'هذا الحساب ليس حساب طالب',
};

export const rowComplaint = (text: string, language: string): string =>
  language === 'ar' ? (ARABIC[text] ?? text) : text;
