import type { Translation } from '../catalogue.ts';
import type en from '../en/cite.ts';

const messages: Translation<typeof en> = {
  title: 'الاستشهاد بالصفحة {{page}}',
  style: 'أسلوب الاستشهاد',
  styles: { vancouver: 'Vancouver', apa: 'APA', ris: 'RIS', bibtex: 'BibTeX' },
  apaHint:
    'السطر الأخير لمتن نصك، ففيه يذكر أسلوب APA الصفحة. ويكتب هذا الأسلوب العناوين بأحرف صغيرة عدا الأسماء، فراجع العنوان.',
  copy: 'نسخ',
  copied: 'نُسخ',
  notCopied: 'لم يسمح المتصفح بالنسخ. حدّد الاستشهاد وانسخه.',
  save: 'حفظ بصيغة {{ending}}',
};
export default messages;
