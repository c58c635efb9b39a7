import { replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isEditedMeanwhile, isGone } from '../lib/api-client.ts';
import { keysUnder } from '../lib/query-keys.ts';
import { useOutcomeText } from '../lib/use-outcome-text.ts';
import { notifyError, notifySuccess, type ToastAction } from './notify.ts';

interface Options<Result> {
  done?: (result: Result) => void;
  /** Called after either outcome, before the queries are refreshed. */
  ended?: () => void;
  complain?: (error: unknown) => boolean;
  undo?: ToastAction | undefined;
  /** The query keys to refresh; by default, everything of the staff. */
  refresh?: readonly unknown[];
  /** The same input again is not done twice, which the text of a lost answer says. */
  isOnce?: boolean;
}

/**
 * A mutation that shows a success message and refreshes the affected queries. `complain` may handle errors of a form's
 * fields; all other errors become toasts. Ignores a repeated call with an equal input while one is running, because the
 * second of two quick clicks finds the button still enabled. Calls with other inputs run beside each other.
 */
export function useAct<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  told: string | ((result: Result, input: Input) => string),
  options: Options<Result> = {},
) {
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText(options.refresh ?? keysUnder('admin'), options);
  const running = useRef<readonly Input[]>([]);
  const refreshOf = ({ refresh = keysUnder('admin') }: Options<Result>) =>
    queryClient.invalidateQueries({ queryKey: refresh });
  // A mutation takes its callbacks from the latest render. By the time it ends, the page may show the new state, whose
  // sentence is another one. Therefore the call carries its own callbacks.
  const mutation = useMutation({
    mutationFn: (call: { input: Input; act: typeof act; told: typeof told; options: Options<Result> }) =>
      call.act(call.input),
    onSuccess: async (result, { input, told, options }) => {
      notifySuccess(typeof told === 'string' ? told : told(result, input), options.undo);
      options.done?.(result);
      options.ended?.();
      await refreshOf(options);
    },
    onError: async (error, { options }) => {
      options.ended?.();
      if (!options.complain?.(error)) notifyError(await outcomeText(error));
      // Another user changed or removed it: show its current state.
      if (isEditedMeanwhile(error) || isGone(error)) await refreshOf(options);
    },
    onSettled: (_result, _error, { input }) => {
      running.current = running.current.filter((other) => !Object.is(other, input));
    },
  });
  const mutate = (input: Input) => {
    if (running.current.some((other) => replaceEqualDeep(other, input) === other)) return;
    running.current = [...running.current, input];
    mutation.mutate({ input, act, told, options });
  };
  return { isPending: mutation.isPending, variables: mutation.variables?.input, mutate };
}
