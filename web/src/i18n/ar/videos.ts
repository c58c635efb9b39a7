import type { Translation } from '../catalogue.ts';
import type en from '../en/videos.ts';

const messages: Translation<typeof en> = {
  label: 'الفيديو',
  state: {
    unchanged: 'يحصل القراء على هذا الملف كما رُفع.',
    ready: 'جاهز للقراء، بالمقاسات {{sizes}}.',
    readySound: 'جاهز للقراء، مع صورة ثابتة.',
    failed: 'لا يمكن تجهيز هذا الملف. السبب بالإنجليزية: {{problem}}',
    failedHere: 'تعذّر تجهيز الملف. حاول مرة أخرى، وإن تعذّر ثانيةً فأبلغ المشرفين.',
    canceled: 'أُلغي التجهيز. لا يمكن نشر الكتاب بهذا الفيديو إلا إذا كانت المتصفحات تشغّله كما هو.',
  },
  step: {
    waiting: 'في انتظار التجهيز',
    reading: 'قراءة الملف',
    video: 'إنشاء الفيديو',
    stream: 'إنشاء المقاسات',
    poster: 'إنشاء صورة الغلاف',
  },
  progress: 'تقدّم التجهيز',
  lines: '{{lines}}p',
  note: 'ملاحظة عن الملف، بالإنجليزية: {{note}}',
  cancel: 'إلغاء التجهيز',
  again: 'التجهيز مرة أخرى',
  notConverted:
    'لا يحوّل هذا الخادم مقاطع الفيديو. يجب أن يكون الملف MP4 بفيديو H.264 (8 بت، 4:2:0) وصوت AAC، أو WebM بترميز VP9 وOpus.',
  markHere: 'وضع علامة هنا',
  markTitle: 'علامة جديدة',
  marked: 'وُضعت علامة عند {{time}}',
};
export default messages;
