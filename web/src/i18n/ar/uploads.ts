import type { Translation } from '../catalogue.ts';
import type en from '../en/uploads.ts';

export default {
  label: 'الملفات المرفوعة',
  progress: 'تقدّم رفع {{name}}',
  state: {
    waiting: 'في الانتظار',
    uploading: 'جارٍ الرفع',
    paused: 'متوقف مؤقتًا',
    offline: 'لا يوجد اتصال. يُستأنف الرفع عند عودة الشبكة.',
    checking: 'جارٍ فحص الملف',
    done: 'اكتمل',
    refused: 'لم يُقبل',
  },
  needsFile: 'اختر الملف نفسه مرة أخرى للمتابعة',
  bytes: '{{sent}} من {{total}}',
  speed: '{{speed}} في الثانية',
  left: 'يتبقى {{time}}',
  pause: 'إيقاف {{name}} مؤقتًا',
  resume: 'متابعة {{name}}',
  cancel: 'إلغاء {{name}}',
  remove: 'إزالة {{name}} من القائمة',
  announced: '{{name}}: {{state}}',
} satisfies Translation<typeof en>;
