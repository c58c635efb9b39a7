import type { Translation } from '../catalogue.ts';
import type en from '../en/studio.ts';

const messages: Translation<typeof en> = {
  saving: {
    saved: 'تم الحفظ',
    savedAt: 'تم الحفظ الساعة {{time}}',
    saving: 'جارٍ الحفظ',
    unreached: 'لم يُحفظ: لا يوجد اتصال بالشبكة. تبقى تغييراتك في هذا المتصفح.',
    failing: 'لم يُحفظ: الخادم لا يستجيب. تُعاد المحاولة.',
    closed: 'لم يُحفظ: لم يعد بإمكانك تعديل هذا الكتاب.',
  },
};
export default messages;
