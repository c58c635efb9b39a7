import type { MaterialProgress } from '@vesalius/contract/lectures';
import { useCallback, useEffect, useRef } from 'react';
import { isRefusal } from '../../lib/api-client.ts';
import type { ProgressReport } from './api.ts';

/** Batches the reports while the user scrolls through a study. */
const REPORT_DELAY_MS = 1000;

export type OnShown = (series: string, number: number) => void;

/**
 * Reports shown images or slices to the server: shortly after the last new one, and when the page is left. A failed
 * report is sent with the next one. Null: nothing is recorded.
 */
export function useShown(report: ((report: ProgressReport) => Promise<MaterialProgress>) | null): OnShown {
  const latest = useRef(report);
  latest.current = report;
  const told = useRef(new Map<string, Set<number>>());
  const waiting = useRef<{ series: string; number: number }[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(async () => {
    clearTimeout(timer.current);
    const parts = waiting.current.splice(0);
    if (parts.length === 0 || !latest.current) return;
    const shown = [...new Set(parts.map(({ series }) => series))].map((series) => ({
      series,
      numbers: parts.filter((part) => part.series === series).map(({ number }) => number),
    }));
    try {
      await latest.current({ shown });
    } catch (error) {
      if (!isRefusal(error)) waiting.current.push(...parts);
    }
  }, []);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void send();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      void send();
    };
  }, [send]);

  return useCallback(
    (series, number) => {
      const known = told.current.get(series) ?? new Set();
      if (known.has(number)) return;
      told.current.set(series, known.add(number));
      waiting.current.push({ series, number });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), REPORT_DELAY_MS);
    },
    [send],
  );
}
