import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useWayBack } from './use-way-back.ts';

const readFrom = (page: number) => renderHook((now: number) => useWayBack(now), { initialProps: page });
const jumpTo = (hook: ReturnType<typeof readFrom>, to: number) => {
  act(() => hook.result.current.noteJump(to));
  hook.rerender(to);
};

it('leads back to where the first of several jumps began', () => {
  const hook = readFrom(18);
  jumpTo(hook, 44);
  jumpTo(hook, 61);
  expect(hook.result.current.leftPage).toBe(18);
});

it('takes turning pages for no jump, and ends when the page is reached or reading goes on', () => {
  const hook = readFrom(18);
  jumpTo(hook, 20);
  expect(hook.result.current.leftPage).toBeNull();
  jumpTo(hook, 44);
  hook.rerender(20);
  hook.rerender(21);
  expect(hook.result.current.leftPage).toBeNull();
  jumpTo(hook, 44);
  for (const page of [45, 46, 49]) hook.rerender(page);
  expect(hook.result.current.leftPage).toBe(21);
  hook.rerender(50);
  expect(hook.result.current.leftPage).toBeNull();
});
