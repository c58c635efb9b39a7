import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import classes from './accounts.module.css';
import { countriesOptions, jobsOptions } from './api.ts';
import { countryHere } from './country-here.ts';

type InputProps = (field: string) => GetInputPropsReturnType;

/** First and last name, side by side on wide screens. */
export function NameFields({ inputProps }: { inputProps: InputProps }) {
  const { t } = useTranslation('accounts');
  return (
    <div className={classes.pair}>
      <TextInput label={t('label.firstName')} autoComplete="given-name" {...inputProps('first_name')} />
      <TextInput label={t('label.secondName')} autoComplete="family-name" {...inputProps('second_name')} />
    </div>
  );
}

/** Profession and country, as searchable selects. */
export function ProfessionAndCountry({
  inputProps,
  isNew = false,
}: {
  inputProps: InputProps;
  /** The country of this device is chosen until another one is. */
  isNew?: boolean;
}) {
  const { t, i18n } = useTranslation('accounts');
  const jobs = useQuery(jobsOptions);
  const countries = useQuery(countriesOptions);
  const country = inputProps('country_id');
  const here = isNew && country.value === '' && countries.data ? countryHere(countries.data)?.id : undefined;
  const choose = useEffectEvent((id: string) => country.onChange(id));
  useEffect(() => {
    if (here) choose(here);
  }, [here]);
  const arabic = i18n.language === 'ar';
  const collator = new Intl.Collator(i18n.language);
  return (
    <div className={classes.pair}>
      <SearchableSelect
        label={t('label.job')}
        placeholder={t('label.choose')}
        nothingFoundMessage={t('label.nothingFound')}
        data={(jobs.data ?? []).map((job) => ({
          value: job.id,
          label: arabic ? job.job_type_ar : job.job_type,
        }))}
        {...inputProps('job_id')}
      />
      <SearchableSelect
        label={t('label.country')}
        placeholder={t('label.choose')}
        nothingFoundMessage={t('label.nothingFound')}
        autoComplete="country-name"
        data={(countries.data ?? [])
          .map((country) => ({ value: country.id, label: arabic ? country.name_ar : country.name }))
          .sort((one, other) => collator.compare(one.label, other.label))}
        {...country}
      />
    </div>
  );
}

/** Optional fields. */
export function OptionalFields({ inputProps }: { inputProps: InputProps }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('label.optional', { label: t('label.institution') })}
          autoComplete="organization"
          {...inputProps('institution')}
        />
        <TextInput
          label={t('label.optional', { label: t('label.city') })}
          autoComplete="address-level2"
          {...inputProps('city')}
        />
      </div>
      <TextInput
        label={t('label.optional', { label: t('label.phone') })}
        type="tel"
        dir="ltr"
        autoComplete="tel"
        {...inputProps('phone')}
      />
    </>
  );
}
