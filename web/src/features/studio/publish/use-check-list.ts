import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { checkListOptions } from './api.ts';

/** The list does not change until this long after the last keystroke (milliseconds). */
const CALM_MS = 1500;

export function useCheckList(workId: string, version: number) {
  const [calm] = useDebouncedValue(version, CALM_MS);
  return useQuery(checkListOptions(workId, calm));
}
