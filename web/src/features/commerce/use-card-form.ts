import { useForm } from '@mantine/form';
import type { BillingAddress } from '@vesalius/contract/commerce-payment';
import { CARD_NUMBER_MAX_DIGITS, CARD_NUMBER_MIN_DIGITS, CVV_MIN_LENGTH } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { validateOnBlur } from '../../lib/validate-on-blur.ts';
import { digitsOf, isExpired } from './card-masks.ts';

export interface CardFormValues extends BillingAddress {
  card_number: string;
  expiry: string;
  cvv: string;
}
export type CardForm = ReturnType<typeof useCardForm>;

/** The lengths of accepted card numbers. */
const NUMBER = new RegExp(`^\\d{${CARD_NUMBER_MIN_DIGITS},${CARD_NUMBER_MAX_DIGITS}}$`);
const LENGTHS = {
  first_name: 50,
  last_name: 50,
  address: 60,
  city: 40,
  state: 40,
  zip: 20,
  country: 60,
} as const;

/** The billing address and card, with errors in the reader's language. Only this form holds the card. */
export function useCardForm() {
  const { t } = useTranslation('commerce');
  const text = (name: keyof typeof LENGTHS) => (value: string) => {
    if (value.trim() === '' && name !== 'state') return t('billing.required');
    return value.length > LENGTHS[name] ? t('billing.tooLong') : null;
  };
  return useForm<CardFormValues>({
    initialValues: {
      first_name: '',
      last_name: '',
      address: '',
      city: '',
      state: '',
      zip: '',
      country: '',
      card_number: '',
      expiry: '',
      cvv: '',
    },
    validate: {
      first_name: text('first_name'),
      last_name: text('last_name'),
      address: text('address'),
      city: text('city'),
      state: text('state'),
      zip: text('zip'),
      country: text('country'),
      card_number: (value) => (NUMBER.test(digitsOf(value)) ? null : t('card.numberInvalid')),
      expiry: (value) => {
        if (!/^(0[1-9]|1[0-2])\d{2}$/.test(digitsOf(value))) return t('card.expiryInvalid');
        return isExpired(value, new Date()) ? t('card.expired') : null;
      },
      cvv: (value) => (digitsOf(value).length >= CVV_MIN_LENGTH ? null : t('card.cvvInvalid')),
    },
    enhanceGetInputProps: validateOnBlur(),
  });
}

/** The body of the calls, without spaces and slashes. */
export function cardBody(values: CardFormValues) {
  const { card_number: number, expiry, cvv, ...address } = values;
  return {
    payment: { card_number: digitsOf(number), expiry: digitsOf(expiry), cvv: digitsOf(cvv) },
    bill_to: address,
  };
}

/** The card field of a server's error code. */
export const FIELD_OF_CODE: Readonly<Record<string, keyof CardFormValues>> = {
  payment_card_number: 'card_number',
  payment_card_expired: 'expiry',
  payment_card_code: 'cvv',
  payment_address: 'address',
};
