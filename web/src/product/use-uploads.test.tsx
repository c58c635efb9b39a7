import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storeSession } from '../lib/session.ts';
import { renderScreen, sessionOf } from '../testing/render.tsx';
import { UploadList } from '../ui/upload-list.tsx';
import { useUploads } from './use-uploads.ts';

function Desk() {
  const { uploads, pause, resume, remove } = useUploads();
  return <UploadList uploads={uploads} onPause={pause} onResume={resume} onRemove={remove} />;
}
const kept = (name: string) =>
  JSON.stringify({ fingerprint: name, uploadUrl: `/${name}`, name, bytes: 1_000_000, creationTime: '' });

it('shows uploads that the user began before the page was loaded, and none of another user', async () => {
  storeSession(sessionOf('staff', { userId: 'agnes' }), true);
  localStorage.setItem('upload:agnes:a', kept('own.pdf'));
  localStorage.setItem('upload:boris:b', kept('other.pdf'));
  await renderScreen(<Desk />, { namespaces: ['uploads'] });
  expect(screen.getByText('own.pdf')).toBeInTheDocument();
  expect(screen.getByText('Choose the same file again to continue', { exact: false })).toBeInTheDocument();
  expect(screen.queryByText('other.pdf')).toBeNull();
});
