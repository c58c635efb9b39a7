import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSettled } from './use-settled.ts';

it('keeps the old value until scrolling ends, and then shows the latest', () => {
  const { result, rerender } = renderHook(({ value, isResting }) => useSettled(value, isResting), {
    initialProps: { value: 'page 7', isResting: true },
  });
  const seen = (value: string, isResting: boolean) => {
    rerender({ value, isResting });
    return result.current;
  };
  expect(seen('page 7', false)).toBe('page 7');
  expect(seen('page 8', false)).toBe('page 7');
  expect(seen('page 9', false)).toBe('page 7');
  expect(seen('page 9', true)).toBe('page 9');
  expect(seen('page 20', true)).toBe('page 20');
});
