import type { Translation } from '../catalogue.ts';
import type en from '../en/fields.ts';

const messages: Translation<typeof en> = {
  choice: {
    searching: 'جارٍ البحث…',
    none: 'لا شيء بهذا الاسم.',
    failed: 'تعذّر تحميل القائمة. أغلقها وافتحها مرة أخرى.',
    more: 'هناك المزيد: اكتب جزءًا من الاسم.',
  },
  text: {
    emailRequired: 'البريد الإلكتروني مطلوب.',
    emailShouldMatchEmailFormat: 'يرجى إدخال بريد إلكتروني بصيغة صحيحة',
    passwordRequired: 'كلمة المرور مطلوبة.',
    strongPasswordRequired: 'استخدم 8 أحرف على الأقل، منها حرف كبير وحرف صغير ورقم.',
    passwordTooCommon: 'كلمة المرور هذه من أول ما يُخمَّن. يرجى اختيار غيرها.',
    passwordWrong: 'كلمة المرور هذه غير صحيحة.',
    codeRequired: 'الرمز مطلوب.',
    codeWrong: 'هذا الرمز غير صحيح، أو سبق استخدامه.',
    passwordTooLong: 'استخدم 200 حرف على الأكثر.',
    repeatPasswordRequired: 'يرجى إعادة كتابة كلمة المرور.',
    passwordNotMatch: 'كلمتا المرور غير متطابقتين.',
    firstNameRequires: 'الاسم الأول مطلوب.',
    secondNameRequires: 'اسم العائلة مطلوب.',
    nameMaxLength: 'استخدم 50 حرفًا على الأكثر.',
    nameHasLink: 'لا يمكن أن يحتوي الاسم على عنوان ويب. ضع مسافة بعد كل نقطة.',
    tooLong: 'هذا طويل جدًا.',
    countryRequired: 'البلد مطلوب.',
    jobReuired: 'المهنة مطلوبة.',
    termsAgreementRequired: 'يرجى الموافقة على الشروط والأحكام.',
    oldPassordRequired: 'كلمة المرور القديمة مطلوبة.',
    oldPasswordWrong: 'كلمة المرور القديمة غير صحيحة.',
    newPassordRequired: 'كلمة المرور الجديدة مطلوبة.',
    subjectRequired: 'الموضوع مطلوب.',
    messsageRequired: 'الرسالة مطلوبة.',
    imageType: 'اختر صورة واحدة بصيغة JPEG أو PNG.',
    imageSize: 'حجم الصورة 5 ميغابايت على الأكثر.',
  },
};
export default messages;
