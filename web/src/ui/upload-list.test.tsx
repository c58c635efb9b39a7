import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CallError } from '../lib/api-client.ts';
import type { UploadView } from '../lib/upload-view.ts';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { UploadList } from './upload-list.tsx';

const view = (more: Partial<UploadView>): UploadView => ({
  id: more.name ?? 'one',
  name: 'atlas.pdf',
  bytes: 500_000_000,
  sentBytes: 125_000_000,
  state: 'uploading',
  bytesPerSecond: 5_000_000,
  needsFile: false,
  error: null,
  result: null,
  ...more,
});
const acts = { onPause: vi.fn(), onResume: vi.fn(), onRemove: vi.fn() };
const refusal = new CallError(422, { code: 'file_kind_unknown', message: 'Send a PDF.' });
const all = [
  view({ name: 'uploading.pdf' }),
  view({ name: 'waiting.mp4', state: 'waiting', sentBytes: null, bytesPerSecond: null }),
  view({ name: 'paused.mov', state: 'paused', bytesPerSecond: null }),
  view({ name: 'reloaded.mov', state: 'paused', needsFile: true, sentBytes: null, bytesPerSecond: null }),
  view({ name: 'offline.zip', state: 'offline', bytesPerSecond: null }),
  view({ name: 'checking.dcm', state: 'checking', sentBytes: 500_000_000, bytesPerSecond: null }),
  view({ name: 'done.png', state: 'done', bytesPerSecond: null }),
  view({ name: '<b>refused</b>.exe', state: 'refused', error: refusal, bytesPerSecond: null }),
];
const render = (uploads: readonly UploadView[], language: 'en' | 'ar' = 'en') =>
  renderScreen(<UploadList uploads={uploads} {...acts} />, { namespaces: ['uploads'], language });

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  it('shows and announces every state', async () => {
    const { container } = await render(all, language);
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
    expect(screen.getAllByRole('progressbar')).toHaveLength(5);
    await expectAccessible(container);
  });
});

it('says how much is sent, how fast, and how long it takes', async () => {
  await render(all.slice(0, 1));
  const item = screen.getByRole('listitem');
  expect(item).toHaveTextContent('Uploading125 MB of 500 MB5 MB per second2 minutes left');
  expect(screen.getByRole('progressbar', { name: 'Progress of uploading.pdf' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
});

it('offers the actions of each state, by name', async () => {
  await render(all);
  await userEvent.click(screen.getByRole('button', { name: 'Pause uploading.pdf' }));
  expect(acts.onPause).toHaveBeenCalledWith('uploading.pdf');
  await userEvent.click(screen.getByRole('button', { name: 'Continue paused.mov' }));
  expect(acts.onResume).toHaveBeenCalledWith('paused.mov');
  await userEvent.click(screen.getByRole('button', { name: 'Remove done.png from the list' }));
  expect(acts.onRemove).toHaveBeenCalledWith('done.png');
  expect(screen.queryByRole('button', { name: 'Continue reloaded.mov' })).toBeNull();
  expect(screen.getByText('Choose the same file again to continue', { exact: false })).toBeInTheDocument();
});

it('shows why a file was refused, and its name as plain text', async () => {
  await render(all.slice(-1));
  expect(await screen.findByText('Send a PDF.')).toBeInTheDocument();
  expect(screen.getByText('<b>refused</b>.exe')).toBeInTheDocument();
});
