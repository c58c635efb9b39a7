import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { CallError } from '../../../lib/api-client.ts';
import { fingerprintOf } from '../../../lib/kept-uploads.ts';
import type { UploadView } from '../../../lib/upload-view.ts';
import { expectAccessible, renderScreen } from '../../../testing/render.tsx';
import { announce, getAnnouncement } from '../../../ui/announce.ts';
import { sendFiles } from './attachments.ts';
import { UploadLine } from './upload-line.tsx';

const view = (more: Partial<UploadView>): UploadView => ({
  ...{ id: more.name ?? 'valve.mp4', name: 'valve.mp4', bytes: 1000, sentBytes: 420, state: 'uploading' },
  ...{ bytesPerSecond: null, needsFile: false, error: null, result: null },
  ...more,
});
let show: (uploads: readonly UploadView[]) => void;
function Line({ first }: { first: readonly UploadView[] }) {
  const [uploads, set] = useState(first);
  show = (next) => act(() => set(next));
  return (
    <UploadLine uploads={uploads} onRemove={(id) => set(uploads.filter((upload) => upload.id !== id))} />
  );
}
const open = (uploads: readonly UploadView[], language: 'en' | 'ar' = 'en') =>
  renderScreen(<Line first={uploads} />, { namespaces: ['uploads'], language });

it.each(['en', 'ar'] as const)(
  'says what is uploaded, how far it is, and what follows, in %s',
  async (language) => {
    const { container } = await open(
      [
        view({ name: 'later.mp4', state: 'waiting', sentBytes: null }),
        view({}),
        view({ name: 'done.png', state: 'done' }),
      ],
      language,
    );
    const line = screen.getByRole('region', { name: language === 'en' ? 'Being uploaded' : 'قيد الرفع' });
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
    if (language === 'en') expect(line).toHaveTextContent('valve.mp442%Stopand one more file');
    await expectAccessible(container);
  },
);

it('stops an upload, and keeps the place of the keyboard', async () => {
  await open([view({})]);
  await userEvent.click(screen.getByRole('button', { name: 'Stop uploading valve.mp4' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(getAnnouncement()?.text).toBe('valve.mp4: Stopped');
  expect(document.body).not.toHaveFocus();
});

it('announces each quarter, not each percent', async () => {
  await open([view({ sentBytes: 260 })]);
  announce('before');
  show([view({ sentBytes: 490 })]);
  expect(getAnnouncement()?.text).toBe('before');
  show([view({ sentBytes: 510 })]);
  expect(getAnnouncement()?.text).toBe('valve.mp4: 51%');
});

it('shows a refused file first, with the reason, until it is dismissed', async () => {
  const error = new CallError(422, { code: 'file_kind_unknown', message: 'Send a PDF.' });
  await open([view({}), view({ name: 'odd.exe', state: 'refused', error })]);
  expect(await screen.findByText('Send a PDF.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss odd.exe' }));
  expect(screen.getByText('valve.mp4')).toBeVisible();
});

it('shows the files of a study as one', async () => {
  const files = ['1.dcm', '2.dcm', '3.dcm'].map((name) => new File([name], name));
  sendFiles(files, { workId: 'w1', target: { kind: 'study', page: 1, group: 'g', title: 'Study' } });
  await open(files.map((file) => view({ id: fingerprintOf(file), name: file.name })));
  expect(screen.getByRole('progressbar', { name: 'Uploaded of Study' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  );
  expect(screen.queryByRole('button')).toBeNull();
});
