import { TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { buyerOptions, countriesOptions } from './api.ts';
import { maskCardNumber, maskCvv, maskExpiry } from './card-masks.ts';
import classes from './checkout.module.css';
import { isWholeCvv, isWholeExpiry, isWholeNumber, moveOn } from './next-field.ts';
import type { CardForm } from './use-card-form.ts';

/** The billing address, prefilled from the account. */
export function BillingFields({ form }: { form: CardForm }) {
  const { t, i18n } = useTranslation('commerce');
  const countries = useQuery(countriesOptions);
  const buyer = useQuery(buyerOptions);
  const arabic = i18n.language === 'ar';
  const collator = new Intl.Collator(i18n.language);
  const { setValues } = form;
  const { data: person } = buyer;
  const { data: list } = countries;
  useEffect(() => {
    if (!person) return;
    const country = list?.find(({ id }) => id === person.country_id)?.name ?? '';
    setValues((now) => ({
      ...now,
      first_name: now.first_name || person.first_name,
      last_name: now.last_name || person.second_name,
      city: now.city || (person.city ?? ''),
      country: now.country || country,
    }));
  }, [person, list, setValues]);
  return (
    <fieldset className={classes.fields}>
      <Title order={2} size="h3" component="legend">
        {t('billing.title')}
      </Title>
      <div className={classes.pair}>
        <TextInput
          label={t('billing.firstName')}
          autoComplete="billing given-name"
          {...form.getInputProps('first_name')}
        />
        <TextInput
          label={t('billing.lastName')}
          autoComplete="billing family-name"
          {...form.getInputProps('last_name')}
        />
      </div>
      <TextInput
        label={t('billing.address')}
        autoComplete="billing street-address"
        {...form.getInputProps('address')}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('billing.zip')}
          autoComplete="billing postal-code"
          {...form.getInputProps('zip')}
        />
        <TextInput
          label={t('billing.city')}
          autoComplete="billing address-level2"
          {...form.getInputProps('city')}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={`${t('billing.state')} (${t('billing.optional')})`}
          autoComplete="billing address-level1"
          {...form.getInputProps('state')}
        />
        <SearchableSelect
          label={t('billing.country')}
          placeholder={t('billing.choose')}
          nothingFoundMessage={t('billing.nothingFound')}
          autoComplete="billing country-name"
          data={(list ?? [])
            .map(({ name, name_ar: nameAr }) => ({ value: name, label: arabic ? nameAr : name }))
            .sort((one, other) => collator.compare(one.label, other.label))}
          {...form.getInputProps('country')}
          value={form.values.country || null}
          onChange={(name) => form.setFieldValue('country', name ?? '')}
        />
      </div>
    </fieldset>
  );
}

/** Digits only, grouped as printed on the card, and always from left to right. */
export function CardFields({ form }: { form: CardForm }) {
  const { t } = useTranslation('commerce');
  const ltr = { dir: 'ltr', inputMode: 'numeric' } as const;
  return (
    <fieldset className={classes.fields}>
      <Title order={2} size="h3" component="legend">
        {t('card.title')}
      </Title>
      <p className={classes.small}>{t('card.movesOn')}</p>
      <TextInput
        label={t('card.number')}
        placeholder="0000 0000 0000 0000"
        autoComplete="cc-number"
        {...ltr}
        {...form.getInputProps('card_number')}
        onChange={(event) => {
          const number = maskCardNumber(event.currentTarget.value);
          form.setFieldValue('card_number', number);
          if (isWholeNumber(number)) moveOn(event);
        }}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('card.expiry')}
          placeholder={t('card.expiryHint')}
          autoComplete="cc-exp"
          {...ltr}
          {...form.getInputProps('expiry')}
          onChange={(event) => {
            const expiry = maskExpiry(event.currentTarget.value, form.values.expiry);
            form.setFieldValue('expiry', expiry);
            if (isWholeExpiry(expiry)) moveOn(event);
          }}
        />
        <TextInput
          label={t('card.cvv')}
          description={t('card.cvvHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="cc-csc"
          {...ltr}
          {...form.getInputProps('cvv')}
          onChange={(event) => {
            const cvv = maskCvv(event.currentTarget.value);
            form.setFieldValue('cvv', cvv);
            if (isWholeCvv(cvv, form.values.card_number)) moveOn(event);
          }}
        />
      </div>
    </fieldset>
  );
}
