import { queryOptions } from '@tanstack/react-query';
import type { LettersEndpoints } from '@vesalius/contract/letters';
import { lettersCalls } from '@vesalius/contract/letters-calls';
import type { i18n as I18n } from 'i18next';
import { loadMessagesIn } from '../../i18n/i18n.ts';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';

export const lettersApi = clientFor<LettersEndpoints>(lettersCalls);

/** With the messages in the language of the account, whose letter it is. */
export const letterChoiceOptions = (token: string, i18n: I18n) =>
  queryOptions({
    queryKey: keyOf('accounts', 'letterChoice', token),
    queryFn: async ({ signal }) => {
      const choice = await lettersApi.getLetterChoice({ params: { token }, signal });
      await loadMessagesIn(i18n, choice.language, 'letters');
      return choice;
    },
    retry: false,
  });
