import type { Language } from '@vesalius/contract/constants';
import type { MailContent } from '../../../platform/mail/layout.ts';

export const SECOND_FACTOR_CHANGES = [
  'on',
  'off',
  'new-recovery-codes',
  'recovery-code-used',
  'removed-by-staff',
] as const;
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number];

type Words = { readonly subject: string; readonly what: string };
const EN: Readonly<Record<SecondFactorChange, Words>> = {
  on: {
    subject: 'Two-step sign-in is on',
    what: 'Signing in to your account now asks for a code of your authenticator as well. All other devices were signed out.',
  },
  off: {
    subject: 'Two-step sign-in is off',
    what: 'Signing in to your account no longer asks for a code: the password is enough.',
  },
  'new-recovery-codes': {
    subject: 'You have new recovery codes',
    what: 'Ten new recovery codes were made for your account. Those of before no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    what: 'A recovery code was used in the place of your authenticator. It does not work again. When few are left, make new ones in your profile.',
  },
  'removed-by-staff': {
    subject: 'Two-step sign-in was turned off for you',
    what: 'Our staff turned two-step sign-in off, as you asked, because authenticator and recovery codes were lost. All devices were signed out. Please turn it on again in your profile.',
  },
};
const AR: Readonly<Record<SecondFactorChange, Words>> = {
  on: {
    subject: 'تسجيل الدخول بخطوتين مفعّل',
    what: 'أصبح الدخول إلى حسابك يطلب رمزًا من تطبيق المصادقة أيضًا. سُجّل الخروج من جميع الأجهزة الأخرى.',
  },
  off: {
    subject: 'تسجيل الدخول بخطوتين متوقف',
    what: 'لم يعد الدخول إلى حسابك يطلب رمزًا: تكفي كلمة المرور.',
  },
  'new-recovery-codes': {
    subject: 'لديك رموز استرداد جديدة',
    what: 'أُنشئت عشرة رموز استرداد جديدة لحسابك. الرموز السابقة لم تعد تعمل.',
  },
  'recovery-code-used': {
    subject: 'استُخدم رمز استرداد',
    what: 'استُخدم رمز استرداد بدلًا من تطبيق المصادقة، ولن يعمل مرة أخرى. إذا بقي القليل منها فأنشئ رموزًا جديدة في ملفك الشخصي.',
  },
  'removed-by-staff': {
    subject: 'أُوقف تسجيل الدخول بخطوتين لحسابك',
    what: 'أوقف فريقنا تسجيل الدخول بخطوتين بناءً على طلبك، لفقدان تطبيق المصادقة ورموز الاسترداد. سُجّل الخروج من جميع الأجهزة. يرجى تفعيله من جديد في ملفك الشخصي.',
  },
};

/** What changed about the second factor, and what to do if someone else changed it. */
export function secondFactorLetter(
  { language, firstName }: { language: Language; firstName: string },
  change: SecondFactorChange,
  url: string,
): MailContent {
  const { subject, what } = (language === 'ar' ? AR : EN)[change];
  return language === 'ar'
    ? {
        language,
        subject,
        heading: subject,
        paragraphs: [`مرحبًا ${firstName}،`, what],
        action: { label: 'لم أكن أنا: تعيين كلمة مرور جديدة', url },
        notes: ['إن كنت أنت من فعل ذلك فلا شيء عليك.'],
      }
    : {
        language,
        subject,
        heading: subject,
        paragraphs: [`Hello ${firstName},`, what],
        action: { label: 'It was not me: set a new password', url },
        notes: ['If it was you, there is nothing to do.'],
      };
}
