import type { PageText } from '@vesalius/contract/reader-text';
import { useEffect, useState } from 'react';
import { nextAttempt } from '../../../lib/next-attempt.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import { mayHaveMoved } from '../engine/page-file-error.ts';

/** The text of a page once it is wanted and loaded. */
export function usePageText(engine: PageEngine, page: number, wanted: boolean): PageText | null {
  const [text, setText] = useState<PageText | null>(null);
  useEffect(() => {
    if (!wanted || text) return;
    const gone = new AbortController();
    const { signal } = gone;
    // The page can be read without its text; search, copying and screen readers need it, so it is retried until it is
    // loaded.
    void (async () => {
      for (let attempt = 1; !signal.aborted; attempt += 1) {
        try {
          const loaded = await engine.text(page, signal);
          if (!signal.aborted) setText(loaded);
          return;
        } catch (error) {
          if (signal.aborted) return;
          // Renewed separately, because the image may have been preloaded with an address that was still valid.
          if (mayHaveMoved(error)) await engine.renew();
          await nextAttempt(attempt, signal);
        }
      }
    })();
    return () => gone.abort();
  }, [engine, page, wanted, text]);
  return text;
}
