import { render, screen } from '@testing-library/react';
import { I18nextProvider, Trans } from 'react-i18next';
import { expect, it } from 'vitest';
import { createI18n } from './i18n.ts';

const isolated = (text: string) => `\u2068${text}\u2069`;

it.each([
  ['ar', 'The ECG in Practice (2nd ed.)', isolated('The ECG in Practice (2nd ed.)')],
  ['ar', 'تخطيط القلب ECG', isolated('تخطيط القلب ECG')],
  ['ar', 'd.o\u2019neill@example.org', isolated('d.o\u2019neill@example.org')],
  ['ar', 'تخطيط القلب (الطبعة 2)', 'تخطيط القلب (الطبعة 2)'],
  ['ar', '12', '12'],
  ['en', 'تخطيط القلب (2)', isolated('تخطيط القلب (2)')],
  ['en', 'Atlas של הלב', isolated('Atlas של הלב')],
  ['en', 'The ECG in Practice (2nd ed.) & more', 'The ECG in Practice (2nd ed.) & more'],
] as const)('a message in %s holds "%s" so that it keeps its order', async (language, value, shown) => {
  const i18n = await createI18n(language, ['accounts']);
  expect(i18n.t('accounts:sessions.endIntro', { device: value })).toContain(shown);
  // And nothing around it.
  expect(i18n.t('accounts:sessions.endIntro', { device: value }).split(/[\u2068\u2069]/)).toHaveLength(
    shown === value ? 1 : 3,
  );
});

it('a message follows the language that is chosen later', async () => {
  const i18n = await createI18n('en', ['accounts']);
  expect(i18n.t('accounts:sessions.endIntro', { device: 'Firefox' })).not.toContain('\u2068');
  await i18n.changeLanguage('ar');
  expect(i18n.t('accounts:sessions.endIntro', { device: 'Firefox' })).toContain(isolated('Firefox'));
});

it('a message with parts in it isolates as well', async () => {
  const i18n = await createI18n('ar', ['accounts']);
  i18n.addResource('ar', 'shell', 'sample', 'مرحبا <bold>{{name}}</bold>');
  render(
    <I18nextProvider i18n={i18n}>
      <p>
        <Trans
          i18n={i18n}
          i18nKey={'sample' as never}
          values={{ name: 'Ada & Ben' }}
          components={{ bold: <strong /> }}
        />
      </p>
    </I18nextProvider>,
  );
  expect(screen.getByText(isolated('Ada & Ben')).tagName).toBe('STRONG');
});

it('a percent sign stays behind its figure in Arabic, wherever the figure stands', async () => {
  const arabic = await createI18n('ar', ['assessments']);
  expect(arabic.t('assessments:percent', { value: 70 })).toBe('\u206670%\u2069');
  expect(arabic.t('assessments:finalTest.passMark', { percent: 50 })).toContain('\u206650%\u2069');
  const english = await createI18n('en', ['assessments']);
  expect(english.t('assessments:percent', { value: 70 })).toBe('70%');
});
