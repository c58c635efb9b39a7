import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../../routes/studio-work.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../../testing/render.tsx';
import { workAnswers } from '../../model/testing/fake-answers.ts';

const BOOK: Fields = {
  ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' },
  supplementaries: [
    {
      _id: 's',
      page: 1,
      materials: [
        {
          ...{ key: 'ct', type: 'dicom', title: 'Chest CT' },
          series: [{ key: 'a', title: 'CT 1', folder: 'dicom/a-1' }],
        },
      ],
    },
  ],
};
const REPORT = {
  ...{ state: 'ready', content: 'c'.repeat(64), files: 3, frames: 3, problems: [], not_looked_at: 0 },
  ...{ was_read: true, decision: null },
  attributes: [
    { attribute: 'PatientAge', files: 3, may_be_kept: true },
    { attribute: 'private attributes (group 0009)', files: 1, may_be_kept: false },
  ],
  images: [
    {
      ...{ asset: 'd'.repeat(64), file: '2.dcm', frame: 0, url: '/files/2' },
      words: [{ text: 'MUELLER', left: 0.1, top: 0.1, width: 0.2, height: 0.05 }],
    },
    { asset: 'e'.repeat(64), file: '1.dcm', frame: 0, url: '/files/1', words: [] },
  ],
  unread: [{ asset: 'f'.repeat(64), file: '3.dcm', reason: 'is stored as JPEG 2000', url: '/files/3' }],
};
const DECIDED = {
  ...{ decided_by: 'Ada Producer', decided_at: '2026-03-01T09:00:00.000Z' },
  kept: [{ attribute: 'PatientAge', reason: 'The case needs it.' }],
};
async function open(report: object, { language = 'en' as 'en' | 'ar', studies = [] as object[] } = {}) {
  let current: object = { ...REPORT, ...report };
  const sent: unknown[] = [];
  const { answers } = workAnswers(BOOK, {});
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: [
      'studio',
      'publishing',
      'questions',
      'videos',
      'studies',
      'assessments',
      'uploads',
      'fields',
    ],
    ...{ path: '/studio/:id', at: '/studio/w1', session: sessionOf('staff'), language },
    answers: {
      ...answers,
      'GET /works/w1/studies': { studies },
      'GET /works/w1/study-reports/ct': () => current,
      'PUT /works/w1/study-reports/ct/decision': ({ body }: { body: unknown }) => {
        sent.push(body);
        current = { ...current, decision: DECIDED };
        return current;
      },
    },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /Chest CT/ })).at(-1) as HTMLElement);
  return { ...shown, sent };
}

it.each(['en', 'ar'] as const)('shows what was found in a study, in %s', async (language) => {
  const { container } = await open({}, { language });
  expect(await screen.findByText('MUELLER')).toBeVisible();
  expect(screen.getByText('PatientAge')).toBeVisible();
  await expectAccessible(container);
});

it('is decided by somebody who has looked, with a reason for what stays', async () => {
  const { sent } = await open({});
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'PatientAge: remove or keep' }),
    'Keep',
  );
  const record = screen.getByRole('button', { name: 'Record the decision' });
  await userEvent.click(record);
  expect(screen.getByText('Say why it stays')).toBeVisible();
  expect(screen.getByText('Look at the images first')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Reason to keep PatientAge' }),
    'The case needs it.',
  );
  await userEvent.click(screen.getByRole('checkbox', { name: /^I have looked/ }));
  await userEvent.click(record);
  expect(await screen.findByText(/^Decided by Ada Producer/)).toBeVisible();
  expect(screen.getByText('PatientAge').parentElement).toHaveTextContent('PatientAge: The case needs it.');
  expect(sent).toEqual([
    {
      content: 'c'.repeat(64),
      kept: [{ attribute: 'PatientAge', reason: 'The case needs it.' }],
      left_out: [],
    },
  ]);
});

it('says in how many images text was searched for', async () => {
  await open({ frames: 240 });
  expect(await screen.findByText(/^Text was searched for in 2 of 240 images\./)).toBeVisible();
});

it('leaves images out before anything is decided', async () => {
  const { sent } = await open({});
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Leave out 2.dcm' }));
  expect(screen.queryByRole('checkbox', { name: /^I have looked/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Leave out 1 image' }));
  await expect.poll(() => sent).toMatchObject([{ left_out: ['d'.repeat(64)] }]);
});

it('tells of a study that is sorted, and of one that could not be', async () => {
  const study = { page: 1, problem: null, material_key: null, left_out: [], left_out_count: 0 };
  await open(
    { state: 'waiting' },
    {
      studies: [
        { ...study, id: 'a', title: 'Head MR', state: 'sorting' },
        { ...study, id: 'b', title: 'Knee', state: 'failed', problem: 'There is no file in it.' },
      ],
    },
  );
  const list = await screen.findByRole('list', { name: 'DICOM studies that were dropped' });
  expect(within(list).getByText('Sorting the images into series …')).toBeVisible();
  expect(within(list).getByText('There is no file in it.')).toBeVisible();
  expect(screen.getByText(/^The 3 images are being looked at/)).toBeVisible();
});
