import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import { type FormEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { commerceApi, itemFields } from './api.ts';
import { type BookToBuy, storedPromoCode, storePromoCode } from './book-to-buy.ts';

export type PromoGate = RefObject<(() => boolean) | null>;

interface PromoCodeFormProps {
  readonly item: BookToBuy;
  readonly applied: DiscountedPrice | null;
  /** Null when the code was removed, or did not apply. */
  readonly onChange: (discount: DiscountedPrice | null) => void;
  /** Asked before anything is paid: false while a code is typed that the sum does not know yet, which is applied then. */
  readonly gate?: PromoGate;
}

/**
 * Asks the server what a code makes of the price. A failed request puts the discount back to where it began. A code
 * that was applied to the same thing before comes back by itself.
 */
export function PromoCodeForm({ item, applied, onChange, gate }: PromoCodeFormProps) {
  const { t, i18n } = useTranslation('commerce');
  const kept = useRef(storedPromoCode(item));
  const [name, setName] = useState(kept.current ?? '');
  const field = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();
  const request = useMutation({
    onMutate: () => setFailure(undefined),
    mutationFn: (code: string) =>
      commerceApi.requestDiscountedPrice({ query: { name: code, ...itemFields(item) } }),
    onSuccess: (discount, code) => {
      storePromoCode(item, discount.promo_code);
      onChange(discount);
      if (code !== kept.current) notifySuccess(t('promo.applied'));
    },
    onError: async (error) => {
      onChange(null);
      const isRefused = error instanceof CallError && error.code === 'promo_code_invalid';
      // A code that nobody has judged stays stored: without a network a good code is not a bad one.
      if (isRefused) storePromoCode(item, null);
      field.current?.focus();
      setFailure(isRefused ? t('promo.notValid') : await errorText(error, i18n.language));
    },
  });
  const { mutate } = request;
  useEffect(() => {
    if (kept.current) mutate(kept.current);
  }, [mutate]);

  const typed = name.trim();
  const apply = () => {
    kept.current = null;
    if (typed !== '') mutate(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  useImperativeHandle(gate, () => () => {
    if (request.isPending) return false;
    if (typed === '' || typed.toLowerCase() === applied?.promo_code.toLowerCase()) return true;
    apply();
    return false;
  });
  const remove = () => {
    setName('');
    setFailure(undefined);
    storePromoCode(item, null);
    request.reset();
    onChange(null);
  };
  /** What is typed and does not count would hold up the payment. */
  const giveUp = () => {
    setName(applied?.promo_code ?? '');
    setFailure(undefined);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          ref={field}
          label={t('promo.label')}
          placeholder={t('promo.placeholder')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !request.isPending) giveUp();
          }}
          error={failure}
          autoComplete="off"
          autoCapitalize="characters"
          required
          withAsterisk={false}
        />
        <Button
          type="submit"
          variant="default"
          disabled={name.trim() === ''}
          loading={request.isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('promo.apply')}
        </Button>
        {applied && (
          <Anchor component="button" type="button" onClick={remove} size="sm" ta="start">
            {t('promo.remove', { code: applied.promo_code })}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
