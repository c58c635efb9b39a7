import { useInfiniteQuery } from '@tanstack/react-query';
import type { SearchAnswer, SearchOrder } from '@vesalius/contract/reader';
import {
  isWorthSearching,
  markedTerms,
  parseSearch,
  type SearchTerm,
} from '@vesalius/contract/reader-search';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { isUnreached } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { useRetries } from '../../../lib/use-retries.ts';
import { readerClient } from '../client.ts';
import { orKept } from '../or-kept.ts';

type Hit = SearchAnswer['hits'][number];
type Quote = SearchAnswer['answers'][number];

/** Debounces the search while the user types (milliseconds). */
const TYPING_DELAY_MS = 180;
const NO_WORDS: readonly string[] = [];
const NO_ANSWERS: readonly Quote[] = [];
const NOTHING: Pick<SearchAnswer, 'materials' | 'notes' | 'headings'> = {
  materials: [],
  notes: [],
  headings: [],
};

export interface BookSearch {
  readonly text: string;
  setText(text: string): void;
  /** Searches at once; `question` replaces the typed text. */
  submit(question?: string): void;
  readonly terms: readonly SearchTerm[];
  readonly hits: readonly Hit[];
  /** Sentences that answer a question. */
  readonly answers: readonly Quote[];
  readonly bookId: string;
  /** Lectures, images and studies that say what is searched. */
  readonly materials: SearchAnswer['materials'];
  readonly notes: SearchAnswer['notes'];
  readonly headings: SearchAnswer['headings'];
  /** There are results besides pages. */
  readonly isElsewhere: boolean;
  /** The question whose passages a model may summarize; null = it is not offered. */
  readonly summarizable: { readonly bookId: string; readonly question: string } | null;
  readonly order: SearchOrder;
  setOrder(order: SearchOrder): void;
  readonly pages: number;
  /** Suggestions if nothing is found. */
  readonly didYouMean: readonly string[];
  readonly status: 'idle' | 'tooShort' | 'searching' | 'failed' | 'unreached' | 'done';
  /** Retries after a failure. */
  retry(): void;
  readonly hasMore: boolean;
  loadMore(): void;
  /** An index into `hits`; -1 = none selected yet. */
  readonly current: number;
  choose(index: number): void;
}

export function useBookSearch(bookId: string): BookSearch {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState({ asked: '', index: -1 });
  const [order, setOrder] = useState<SearchOrder>('worth');

  useEffect(
    function askAfterAPause() {
      const wanted = text.trim();
      if (wanted === query) return;
      const timer = setTimeout(() => setQuery(isWorthSearching(wanted) ? wanted : ''), TYPING_DELAY_MS);
      return () => clearTimeout(timer);
    },
    [text, query],
  );

  const isAsked = useMemo(() => parseSearch(query).length > 0, [query]);
  const answer = useInfiniteQuery({
    queryKey: keyOf('reader', 'search', bookId, `${order} ${query}`),
    queryFn: ({ pageParam, signal }) =>
      orKept(
        bookId,
        signal,
        (inTime) =>
          readerClient.searchBook({
            params: { id: bookId },
            query: { q: query, order, ...(pageParam ? { from_page: pageParam } : {}) },
            signal: inTime,
          }),
        { offline: (kept) => kept.search(bookId, query, pageParam) },
      ),
    initialPageParam: 0,
    getNextPageParam: (last: SearchAnswer) => last.next_page ?? undefined,
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const parts = answer.data?.pages;
  const meanings = parts?.[0]?.meanings ?? NO_WORDS;
  const terms = useMemo(() => markedTerms(query, meanings), [query, meanings]);
  const answers = parts?.[0]?.answers ?? NO_ANSWERS;
  const { materials, notes, headings } = { ...NOTHING, ...parts?.[0] };
  const canSummarize = parts?.[0]?.can_summarize === true;
  const hits = useDeferredValue(useMemo(() => parts?.flatMap((part) => part.hits) ?? [], [parts]));
  const statusOf = (): BookSearch['status'] => {
    if (!isAsked) return text.trim() === '' || isWorthSearching(text) ? 'idle' : 'tooShort';
    if (answer.isError) return isUnreached(answer.error) ? 'unreached' : 'failed';
    return answer.isPending ? 'searching' : 'done';
  };
  const status = statusOf();
  const pages = parts?.[0]?.pages ?? 0;
  const didYouMean = parts?.[0]?.did_you_mean ?? NO_WORDS;
  const { hasNextPage: hasMore, fetchNextPage, refetch, isFetchNextPageError, isFetching } = answer;
  const retry = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  useRetries(answer.isError && !isFetching, retry);
  // A new search starts at its own first hit.
  const asked = `${order} ${query}`;
  const current = chosen.asked === asked ? chosen.index : -1;
  return useMemo(
    () => ({
      text,
      setText,
      submit: (question = text) => {
        setText(question);
        setQuery(question.trim());
      },
      terms,
      hits,
      answers,
      bookId,
      materials,
      notes,
      headings,
      isElsewhere: materials.length + notes.length + headings.length > 0,
      summarizable: canSummarize ? { bookId, question: query } : null,
      order,
      setOrder,
      pages,
      didYouMean,
      status,
      hasMore,
      loadMore: () => void fetchNextPage(),
      retry,
      current,
      choose: (index) => setChosen({ asked, index }),
    }),
    [
      text,
      asked,
      terms,
      hits,
      answers,
      materials,
      notes,
      headings,
      canSummarize,
      bookId,
      query,
      order,
      pages,
      didYouMean,
      status,
      hasMore,
      fetchNextPage,
      retry,
      current,
    ],
  );
}
