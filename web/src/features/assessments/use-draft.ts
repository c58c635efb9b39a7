import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DraftAnswer } from '@vesalius/contract/assessments';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError, isRefusal } from '../../lib/api-client.ts';
import { watchAnswers } from '../../lib/open-answers.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { assessmentsApi } from './api.ts';
import { type Pending, readPending, writePending } from './draft-store.ts';

type Kind = 'quiz' | 'pre' | 'post' | 'final' | 'survey';
type Answer = Omit<DraftAnswer, 'question_id'>;
type DraftAnswers = Readonly<Record<string, Answer>>;

/** Quick clicks are combined into one call (milliseconds). */
const SAVE_DELAY_MS = 400;
/** The most answers in one call: a long test that was answered offline is sent in parts. */
const MAX_ANSWERS_PER_CALL = 100;
/** The delay of the next attempt after a failure. A returning connection retries at once (milliseconds). */
const RETRY_DELAY_MS = 5000;

export interface DraftState {
  readonly answers: DraftAnswers;
  /** False until the stored answers are loaded: an answer given before could hide an earlier one. */
  readonly ready: boolean;
  /** Some answers are not stored, because the server cannot be reached. */
  readonly waiting: boolean;
  set(questionId: string, answer: Answer): void;
  /** Call before submitting: waits for running saves, so that no draft arrives after the submission. */
  settle(): Promise<void>;
  /** Call after submitting. */
  clear(): void;
}

const partsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/**
 * Stores the answers of an unfinished quiz, test or survey on the server, and in the browser until the server has
 * confirmed them.
 */
export function useDraft(kind: Kind, subjectId: string, enabled: boolean): DraftState {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: keyOf('assessments', 'draft', kind, subjectId),
    queryFn: () => assessmentsApi.getAnswerDraft({ query: { kind, subject_id: subjectId } }),
    enabled,
    // Another device may have newer answers: always refetch when the test is opened.
    staleTime: 0,
    gcTime: 0,
  });
  const [own, setOwn] = useState<DraftAnswers>(() => readPending(kind, subjectId));
  const [waiting, setWaiting] = useState(false);
  const pending = useRef<Pending>(own);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const underWay = useRef<Promise<void>>(Promise.resolve());

  /** The server kept a later answer of another device: show it instead of the one that was sent. */
  const showKept = useCallback(
    (sent: Pending, kept: readonly DraftAnswer[]) =>
      setOwn((current) => {
        const unchanged = kept.filter(({ question_id: id }) => current[id] === sent[id]);
        return {
          ...current,
          ...Object.fromEntries(unchanged.map(({ question_id, ...answer }) => [question_id, answer])),
        };
      }),
    [],
  );
  const send = useCallback(async () => {
    clearTimeout(timer.current);
    const unsent = Object.entries(pending.current);
    const parts = partsOf(unsent, MAX_ANSWERS_PER_CALL);
    for (let part = parts.shift(); part; part = parts.shift()) {
      const answers = part.map(([question_id, answer]) => ({ question_id, ...answer }));
      try {
        const sent_at = new Date().toISOString();
        const kept = await assessmentsApi.saveAnswerDraft({
          body: { kind, subject_id: subjectId, answers, sent_at },
        });
        setWaiting(false);
        showKept(Object.fromEntries(part), kept.answers);
      } catch (error) {
        if (!isRefusal(error)) {
          setWaiting(true);
          timer.current = setTimeout(() => void send(), RETRY_DELAY_MS);
          break;
        }
        // An answer to a removed question does not discard the others: send them one by one.
        if (part.length > 1 && error instanceof CallError && error.code === 'answer_not_of_question') {
          parts.unshift(...partsOf(part, Math.ceil(part.length / 2)));
          continue;
        }
      }
      // Answers that were changed during the request must still be sent.
      const sent = Object.fromEntries(part);
      pending.current = Object.fromEntries(
        Object.entries(pending.current).filter(([id, answer]) => sent[id] !== answer),
      );
    }
    writePending(kind, subjectId, pending.current);
  }, [kind, subjectId, showKept]);
  const flush = useCallback(() => {
    // Requests run one after the other, so that a later answer never arrives before an earlier one.
    underWay.current = underWay.current.then(send);
    return underWay.current;
  }, [send]);

  useEffect(() => {
    if (!enabled) return;
    void flush();
    const onOnline = () => void flush();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      // The modal may close right after a click: save the rest at once.
      void flush();
    };
  }, [enabled, flush]);

  const set = useCallback(
    (questionId: string, answer: Answer) => {
      const dated = { ...answer, answered_at: new Date().toISOString() };
      setOwn((current) => ({ ...current, [questionId]: dated }));
      pending.current = { ...pending.current, [questionId]: dated };
      writePending(kind, subjectId, pending.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), SAVE_DELAY_MS);
    },
    [flush, kind, subjectId],
  );
  const settle = useCallback(async () => {
    clearTimeout(timer.current);
    const unsent = pending.current;
    pending.current = {};
    await underWay.current;
    clearTimeout(timer.current);
    // Keeps the answers in the browser in case the submission fails.
    writePending(kind, subjectId, unsent);
    pending.current = unsent;
  }, [kind, subjectId]);
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = {};
    writePending(kind, subjectId, {});
    setOwn({});
    queryClient.removeQueries({ queryKey: keyOf('assessments', 'draft', kind, subjectId) });
  }, [kind, subjectId, queryClient]);

  const kept = useMemo(
    () => Object.fromEntries((data?.answers ?? []).map(({ question_id, ...rest }) => [question_id, rest])),
    [data],
  );
  const answers = useMemo(() => ({ ...kept, ...own }), [kept, own]);
  const hasAnswers = Object.keys(answers).length > 0;
  useEffect(
    () => (enabled && hasAnswers ? watchAnswers(() => Object.keys(pending.current).length === 0) : undefined),
    [enabled, hasAnswers],
  );
  return {
    answers,
    ready: !enabled || data !== undefined || isError,
    waiting,
    set,
    settle,
    clear,
  };
}
