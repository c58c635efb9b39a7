import { expect, it } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';

it.each([
  [1, 'نقطة مطلوبة واحدة'],
  [2, 'نقطتان مطلوبتان'],
  [3, '3 نقاط مطلوبة'],
  [12, '12 نقطة مطلوبة'],
])('says that %d credits are claimed, not granted', async (count, text) => {
  const t = (await createI18n('ar', ['certificates'])).getFixedT('ar', 'certificates');
  expect(t('diploma.awardCredits', { count })).toBe(text);
});

it('speaks of no accreditation on the certificate', async () => {
  const t = (await createI18n('ar', ['certificates'])).getFixedT('ar', 'certificates');
  const texts = JSON.stringify([t('diploma', { returnObjects: true }), t('kinds', { returnObjects: true })]);
  expect(texts).not.toMatch(/معتمد|اعتماد/);
});
