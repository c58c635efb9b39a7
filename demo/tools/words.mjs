/** What the builder itself prints in a book, in the languages of the demo library. */

/** The provider of every sample certificate: named as fictional wherever it is printed. */
export const sampleProvider = 'Example Institute for Medical Education (fictional)';

const en = {
  chapter: 'Chapter',
  inThisChapter: 'In this chapter',
  contents: 'Contents',
  illustrations: 'Figures and tables',
  figures: 'Figures',
  tables: 'Tables',
  figure: 'Figure',
  table: 'Table',
  press: 'Vesalius Press',
  copyright: ({ fullTitle, edition, year }) => [
    `<b>${fullTitle}</b><br>${edition}, ${year}`,
    `Text and illustrations © ${year} Vesalius Press. All rights reserved. No part of this book may be reproduced or passed on in any form without the written permission of the publisher, except for short quotations with acknowledgement.`,
    'Demonstration edition, made for the Vesalius reading platform. The authors and faculty named are fictitious. Every drawing was made for this edition; every radiograph and section shown was computed from a digital phantom, and none shows a patient.',
    '<b>Notice.</b> Medicine changes. The authors and the publisher have taken care that the statements and doses printed here were in line with accepted practice when the book went to press. The reader remains responsible for checking the current product information, local guidance and the circumstances of the individual patient before any decision. Nothing in this book replaces clinical judgement or specialist advice.',
    `The price, hours and credits of this edition are samples. The provider named with them, ${sampleProvider}, accredits nothing.`,
    `Set in Source Serif and Inter.<br>Vesalius Press · ${year}`,
  ],
};

const ar = {
  chapter: 'الفصل',
  inThisChapter: 'في هذا الفصل',
  contents: 'المحتويات',
  illustrations: 'الأشكال والجداول',
  figures: 'الأشكال',
  tables: 'الجداول',
  figure: 'الشكل',
  table: 'الجدول',
  press: 'دار فيزاليوس',
  copyright: ({ fullTitle, edition, year }) => [
    `<b>${fullTitle}</b><br>${edition}، ${year}`,
    `النص والرسوم © ${year} دار فيزاليوس. جميع الحقوق محفوظة. لا يجوز نسخ أي جزء من هذا الكتاب أو تداوله بأي صورة دون إذن خطي من الناشر، إلا الاقتباسات القصيرة مع ذكر المصدر.`,
    'طبعة تجريبية أعدت لمنصة فيزاليوس للقراءة. أسماء المؤلفين وهيئة التدريس خيالية، والرسوم كلها أنجزت لهذه الطبعة، ولا يمثل أي منها مريضا بعينه.',
    '<b>تنبيه.</b> الطب يتغير. حرص المؤلفان والناشر على أن تكون المعلومات والجرعات المذكورة هنا موافقة للممارسة المقبولة وقت الطباعة، ويبقى القارئ مسؤولا عن مراجعة نشرات الأدوية الحديثة والإرشادات المحلية وظروف كل مريض قبل أي قرار. ولا يغني شيء في هذا الكتاب عن التقدير السريري أو مشورة الاختصاصي.',
    `سعر هذه الطبعة وساعاتها ونقاطها المعتمدة نماذج للعرض فقط، والجهة المذكورة معها (${sampleProvider}) جهة خيالية لا تمنح أي اعتماد.`,
    `صف بخط نوتو نسخ.<br>دار فيزاليوس · ${year}`,
  ],
};

export const wordsIn = (language) => ({ en, ar })[language] ?? en;
