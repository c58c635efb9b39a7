import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import DicomViewer from '../../../web/src/features/lectures/dicom/dicom-viewer.tsx';
import { createI18n } from '../../../web/src/i18n/i18n.ts';

/** The viewer as the product shows it, without the page around it. */
const count = Number(new URLSearchParams(location.search).get('count'));
const url = Array.from({ length: count }, (_value, at) => `/series/${String(at + 1).padStart(4, '0')}.dcm`);
const i18n = await createI18n('en', ['shell', 'lectures']);
createRoot(document.getElementById('root') as HTMLElement).render(
  <I18nextProvider i18n={i18n}>
    <MantineProvider>
      <DicomViewer series={[{ key: 'a', title: 'Series', modality: 'CT', url }]} />
    </MantineProvider>
  </I18nextProvider>,
);
const scroll = (steps: number) => {
  for (let at = 0; at < steps; at += 1)
    document
      .querySelector('[role="group"]')
      ?.dispatchEvent(new WheelEvent('wheel', { deltaY: 60, bubbles: true, cancelable: true }));
};
Object.assign(window, {
  bench: {
    isShown: () => document.querySelector('[data-slice]') !== null,
    loaded: () =>
      document.querySelector('[role="progressbar"]')
        ? Number(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow'))
        : count,
    scroll,
  },
});
