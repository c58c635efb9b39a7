import { Button, Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreatePromoCode } from '@vesalius/contract/commerce-promo-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api-client.ts';
import { dayEnd, dayStart } from '../../../lib/days.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useFieldErrors } from '../../../lib/field-errors.ts';
import { focusFirstError } from '../../../lib/focus-first-error.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { DiscardQuestion } from '../../../ui/leave-question.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { SearchSelect } from '../../../ui/search-choice.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useAsksBeforeLeaving } from '../../../ui/use-asks-before-leaving.ts';
import { itemChoices, staffApi } from './api.ts';
import classes from './staff.module.css';

const KINDS = ['percentage', 'amount', 'fixed_price'] as const;
interface Values {
  name: string;
  kind: (typeof KINDS)[number];
  value: number;
  /** `kind:id` */
  item: string | null;
  starts: string;
  ends: string;
  max_uses: number | string;
  max_uses_per_person: number | string;
  mail_domain: string;
  recurs: boolean;
  free: boolean;
}

/** Maps the contract's field names to the form's. */
const inForm = ({ starts_at: starts, ends_at: ends, ...others }: Record<string, string>) => ({
  ...others,
  ...(starts ? { starts } : {}),
  ...(ends ? { ends } : {}),
});

export function PromoCodeDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('sales');
  useReturnsFocus();
  const errors = useFieldErrors();
  const form = useForm<Values>({
    initialValues: {
      name: '',
      kind: 'percentage',
      value: 20,
      item: null,
      starts: '',
      ends: '',
      max_uses: '',
      max_uses_per_person: 1,
      mail_domain: '',
      recurs: false,
      free: false,
    },
    validate: (values) => inForm(errors.validate(CreatePromoCode)(bodyOf(values))),
  });
  const isChanged = form.isDirty();
  useAsksBeforeLeaving(isChanged);
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const bodyOf = (values: Values) => {
    const [kind, id = null] = values.item?.split(':') ?? [];
    return {
      name: values.name,
      kind: values.kind,
      value: values.value,
      book_id: kind === 'book' ? id : null,
      package_id: kind === 'package' ? id : null,
      starts_at: values.starts ? dayStart(values.starts) : null,
      ends_at: values.ends ? dayEnd(values.ends) : null,
      max_uses: values.max_uses === '' ? null : Number(values.max_uses),
      max_uses_per_person: values.max_uses_per_person === '' ? null : Number(values.max_uses_per_person),
      mail_domain: values.mail_domain || null,
      recurs: values.recurs,
      free: values.free,
    };
  };
  const create = useAct(
    (values: Values) => staffApi.createPromoCode({ body: bodyOf(values) }),
    (_code, { name }) => t('promo.created', { name }),
    {
      done: onClose,
      complain: (error) => {
        if (error instanceof CallError && error.code === 'promo_code_taken') {
          void errorText(error, i18n.language).then((text) => form.setFieldError('name', text));
          form.getInputNode('name')?.focus();
          return true;
        }
        const fields = errors.fromServer(error);
        if (fields) form.setErrors(inForm(fields));
        return fields !== null;
      },
    },
  );
  return (
    <Modal
      opened
      onClose={() => (isChanged ? setAskingToDiscard(true) : onClose())}
      closeOnEscape={!isAskingToDiscard}
      trapFocus={!isAskingToDiscard}
      size={560}
      title={t('promo.create')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('promo.name')}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <div className={classes.pair}>
            <NativeSelect
              label={t('promo.kind')}
              data={KINDS.map((value) => ({ value, label: t(`promo.${value}`) }))}
              {...form.getInputProps('kind')}
            />
            <NumberInput
              label={t('promo.value')}
              min={0}
              allowNegative={false}
              decimalScale={form.values.kind === 'percentage' ? 0 : 2}
              prefix={form.values.kind === 'percentage' ? '' : '$'}
              suffix={form.values.kind === 'percentage' ? '%' : ''}
              {...form.getInputProps('value')}
            />
          </div>
          <SearchSelect
            label={t('promo.item')}
            placeholder={t('promo.everything')}
            clearLabel={t('promo.everything')}
            source={itemChoices}
            {...form.getInputProps('item')}
          />
          <div className={classes.pair}>
            <TextInput type="date" label={t('promo.from')} {...form.getInputProps('starts')} />
            <TextInput type="date" label={t('promo.until')} {...form.getInputProps('ends')} />
          </div>
          <div className={classes.pair}>
            <NumberInput
              label={t('promo.maxUses')}
              placeholder={t('promo.unlimited')}
              min={1}
              allowDecimal={false}
              {...form.getInputProps('max_uses')}
            />
            <NumberInput
              label={t('promo.perPerson')}
              placeholder={t('promo.unlimited')}
              min={1}
              allowDecimal={false}
              {...form.getInputProps('max_uses_per_person')}
            />
          </div>
          <TextInput
            label={t('promo.domain')}
            placeholder="hospital.org"
            leftSection="@"
            {...form.getInputProps('mail_domain')}
          />
          <Checkbox label={t('promo.recurs')} {...form.getInputProps('recurs', { type: 'checkbox' })} />
          {(form.errors.free !== undefined || form.values.free) && (
            <Checkbox
              label={t('promo.free')}
              {...form.getInputProps('free', { type: 'checkbox' })}
              aria-invalid={form.errors.free ? true : undefined}
            />
          )}
          <Button type="submit" loading={create.isPending}>
            {t('promo.save')}
          </Button>
        </Stack>
      </form>
      {isAskingToDiscard && <DiscardQuestion onDiscard={onClose} onKeep={() => setAskingToDiscard(false)} />}
    </Modal>
  );
}
