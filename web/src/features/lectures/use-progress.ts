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

/** Old browsers and tests have no BroadcastChannel: then only this tab is updated. */
const openChannel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL));

/** Shows progress from other tabs of this browser at once. */
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

/** Reports progress and shows the server's response everywhere. Rejects if the report failed or was refused. */
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
