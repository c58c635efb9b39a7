import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';
import { MeasurementLayer } from './measurement-layer.tsx';
import { WHOLE } from './view.ts';

it('reads measurements by name and value, without the key of the tool', async () => {
  const i18n = await createI18n('en', ['lectures']);
  const length = {
    id: 1,
    kind: 'length',
    slice: 0,
    points: [
      { column: 0, row: 0 },
      { column: 3, row: 4 },
    ],
  } as const;
  render(
    <I18nextProvider i18n={i18n}>
      <MeasurementLayer
        measurements={[length]}
        frame={{ width: 100, height: 100, columns: 10, rows: 10, aspect: 1 }}
        view={WHOLE}
        spacing={null}
      />
    </I18nextProvider>,
  );
  expect(screen.getByRole('listitem')).toHaveTextContent(/^Length: 5 px$/);
});
