import { render, screen } from '@testing-library/react';
import { memo } from 'react';
import { expect, it, vi } from 'vitest';
import { type Host, type Lock, ReaderModelProvider, useReader } from './reader-model.ts';

const host: Host = {
  slots: {},
  links: { back: '/', lectures: '/', tests: '/', offer: { kind: 'enroll', to: '/' } },
  isShown: true,
};
const lock = (isSeen: boolean): Lock => ({ isSeen, setSeen() {} });

it('a view renders again only when a part changes that it reads', () => {
  const rendered = vi.fn<(name: string) => void>();
  const HostView = memo(function HostView() {
    rendered('host');
    return <p>{useReader('host').links.back}</p>;
  });
  const LockView = memo(function LockView() {
    rendered('lock');
    return <p>{useReader('lock').isSeen ? 'seen' : 'not seen'}</p>;
  });
  const viewer = (isSeen: boolean) => (
    <ReaderModelProvider model={{ host, lock: lock(isSeen) }}>
      <HostView />
      <LockView />
    </ReaderModelProvider>
  );
  const { rerender } = render(viewer(false));
  rerender(viewer(true));
  expect(screen.getByText('seen')).toBeInTheDocument();
  expect(rendered.mock.calls.flat()).toEqual(['host', 'lock', 'lock']);
});
