import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import { PROMO_REFUSALS } from '@vesalius/contract/promo-refusals';
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
  /** Null if the code was removed or does not apply. */
  readonly onChange: (discount: DiscountedPrice | null) => void;
  /** Called before a payment: false while a typed code is not part of the amount; the code is then applied. */
  readonly gate?: PromoGate;
}

const REFUSALS: ReadonlySet<string> = new Set(PROMO_REFUSALS);

/**
 * Asks the server for the price with a code. A failed request resets the discount. A code that was applied to the same
 * item before is applied again automatically.
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
      const code = error instanceof CallError ? error.code : '';
      // A code that the server has not checked stays stored: it may be valid, and only the network failed.
      if (REFUSALS.has(code)) storePromoCode(item, null);
      field.current?.focus();
      setFailure(code === 'promo_code_invalid' ? t('promo.notValid') : await errorText(error, i18n.language));
    },
  });
  const { mutate } = request;
  useEffect(() => {
    if (kept.current) mutate(kept.current);
  }, [mutate]);

  const typed = name.trim();
  const isApplied = typed.toLowerCase() === applied?.promo_code.toLowerCase();
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
    if (typed === '' || isApplied) return true;
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
  /** A typed code that is not applied would block the payment. */
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
          disabled={typed === '' || isApplied}
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
