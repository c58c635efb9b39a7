import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DraftAnswer } from '@vesalius/contract/assessments';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError, isRefusal } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { assessmentsApi } from './api.ts';
import { type Pending, readPending, writePending } from './draft-store.ts';

type Kind = 'quiz' | 'pre' | 'post' | 'final' | 'survey';
type Answer = Omit<DraftAnswer, 'question_id'>;
type DraftAnswers = Readonly<Record<string, Answer>>;

/** Quick clicks become one call (milliseconds). */
const SAVE_AFTER_MS = 400;
/** A long paper that was answered without a connection goes in parts. */
const ANSWERS_AT_ONCE = 100;
/** After a failure the next try; a returning connection is heard at once. */
const RETRY_AFTER_MS = 5000;

export interface DraftState {
  readonly answers: DraftAnswers;
  /** False until the kept answers have arrived: giving one before could hide an earlier one. */
  readonly ready: boolean;
  /** Some answers are not on the server yet, because it cannot be reached. */
  readonly waiting: boolean;
  set(questionId: string, answer: Answer): void;
  /** Before submitting: nothing is kept any more that could arrive after the submission. */
  settle(): Promise<void>;
  /** After submitting. */
  clear(): void;
}

const partsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Keeps what is being answered, on the server and until it has arrived there in the browser. */
export function useDraft(kind: Kind, subjectId: string, enabled: boolean): DraftState {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: keyOf('assessments', 'draft', kind, subjectId),
    queryFn: () => assessmentsApi.getAnswerDraft({ query: { kind, subject_id: subjectId } }),
    enabled,
    // Another device may have gone on: always asked anew when the paper is opened.
    staleTime: 0,
    gcTime: 0,
  });
  const [own, setOwn] = useState<DraftAnswers>(() => readPending(kind, subjectId));
  const [waiting, setWaiting] = useState(false);
  const pending = useRef<Pending>(own);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const underWay = useRef<Promise<void>>(Promise.resolve());

  /** A later answer from another device stayed: it is shown instead of the one that was sent. */
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
    const parts = partsOf(unsent, ANSWERS_AT_ONCE);
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
          timer.current = setTimeout(() => void send(), RETRY_AFTER_MS);
          break;
        }
        // A question that is asked no more takes no other answer with it.
        if (part.length > 1 && error instanceof CallError && error.code === 'answer_not_of_question') {
          parts.unshift(...partsOf(part, Math.ceil(part.length / 2)));
          continue;
        }
      }
      // What was changed while this was under way is still to be sent.
      const sent = Object.fromEntries(part);
      pending.current = Object.fromEntries(
        Object.entries(pending.current).filter(([id, answer]) => sent[id] !== answer),
      );
    }
    writePending(kind, subjectId, pending.current);
  }, [kind, subjectId, showKept]);
  const flush = useCallback(() => {
    // One after the other: a later answer never overtakes an earlier one to the same question.
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
      // Closing the modal right after a click: what is left goes now, not in 400 ms.
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
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS);
    },
    [flush, kind, subjectId],
  );
  const settle = useCallback(async () => {
    clearTimeout(timer.current);
    const unsent = pending.current;
    pending.current = {};
    await underWay.current;
    clearTimeout(timer.current);
    // Should the submission fail, they are still in the browser.
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
  return {
    answers,
    ready: !enabled || data !== undefined || isError,
    waiting,
    set,
    settle,
    clear,
  };
}
