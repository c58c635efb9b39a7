import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Material, MaterialProgress } from '@vesalius/contract/lectures';
import { useCallback, useEffect } from 'react';
import { getSession } from '../../lib/session.ts';
import { applyProgress, type ProgressReport, sendProgress } from './api.ts';

const CHANNEL = 'vesalius-lectures';
interface News {
  readonly userId: string;
  readonly bookId: string;
  readonly progress: MaterialProgress;
}

/** Old browsers and tests have no channel: then only this tab is told. */
const openChannel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL));

/** What was watched in any tab of this browser appears in this one at once. */
export function useProgressOfOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const channel = openChannel();
    if (!channel) return;
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.userId === getSession()?.userId) applyProgress(queryClient, data.bookId, data.progress);
    };
    return () => channel.close();
  }, [queryClient]);
}

function tellOtherTabs(news: News): void {
  const channel = openChannel();
  channel?.postMessage(news);
  channel?.close();
}

/** Reports progress and shows the server's answer everywhere. Rejects when it did not arrive or was refused. */
export function useReport(
  material: Pick<Material, 'id' | 'book'>,
): (report: ProgressReport) => Promise<MaterialProgress> {
  const queryClient = useQueryClient();
  const { id, book } = material;
  return useCallback(
    (report: ProgressReport) => reportProgress(queryClient, { id, book }, report),
    [queryClient, id, book],
  );
}

async function reportProgress(
  queryClient: QueryClient,
  material: Pick<Material, 'id' | 'book'>,
  report: ProgressReport,
): Promise<MaterialProgress> {
  const progress = await sendProgress(material, report);
  applyProgress(queryClient, material.book.id, progress);
  const userId = getSession()?.userId;
  if (userId) tellOtherTabs({ userId, bookId: material.book.id, progress });
  return progress;
}
