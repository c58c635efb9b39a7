import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditedMeanwhile, isGone } from '../lib/api-client.ts';
import { errorText } from '../lib/error-text.ts';
import { keysUnder } from '../lib/query-keys.ts';
import { notifyError, notifySuccess, type ToastAction } from './notify.ts';

/**
 * A mutation that shows a success message and refreshes the affected queries. `complain` may handle errors of a form's
 * fields; all other errors become toasts. Ignores a repeated call with the same input while one is running, because the
 * second of two quick clicks finds the button still enabled.
 */
export function useAct<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  told: string | ((result: Result, input: Input) => string),
  {
    done,
    complain,
    undo,
    refresh = keysUnder('admin'),
  }: {
    done?: (result: Result) => void;
    complain?: (error: unknown) => boolean;
    undo?: ToastAction | undefined;
    /** The query keys to refresh; by default, everything of the staff. */
    refresh?: readonly unknown[];
  } = {},
) {
  const { i18n } = useTranslation();
  const queryClient = useQueryClient();
  const running = useRef<{ readonly input: Input } | null>(null);
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (result, input) => {
      notifySuccess(typeof told === 'string' ? told : told(result, input), undo);
      done?.(result);
      await queryClient.invalidateQueries({ queryKey: refresh });
    },
    onError: async (error) => {
      if (!complain?.(error)) notifyError(await errorText(error, i18n.language));
      // Another user changed or removed it: show its current state.
      if (isEditedMeanwhile(error) || isGone(error))
        await queryClient.invalidateQueries({ queryKey: refresh });
    },
    onSettled: () => {
      running.current = null;
    },
  });
  const { mutate } = mutation;
  const mutateOnce = useCallback(
    (input: Input, options?: Parameters<typeof mutate>[1]) => {
      if (running.current && Object.is(running.current.input, input)) return;
      running.current = { input };
      mutate(input, options);
    },
    [mutate],
  );
  return { ...mutation, mutate: mutateOnce };
}
