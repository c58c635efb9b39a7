import type { Address, Charge } from './card-provider.ts';

/** Seconds in which the provider itself refuses the same card and amount again: its maximum, eight hours. */
const DUPLICATE_WINDOW = '28800';

/** Converts MMYY to the provider's format. */
export const expirationDate = (expiry: string) => `20${expiry.slice(2)}-${expiry.slice(0, 2)}`;
/** The card's brand by its first digits (ISO/IEC 7812), if the provider does not state it. */
export const cardTypeOf = (number: string): string => {
  if (number.startsWith('4')) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MasterCard';
  if (/^3[47]/.test(number)) return 'AmericanExpress';
  if (/^6(011|5)/.test(number)) return 'Discover';
  return '';
};
export const dollars = (cents: number) => (cents / 100).toFixed(2);

export function transactionRequest(charge: Charge) {
  const { source } = charge;
  const stored = 'stored' in source ? source.stored : null;
  const card = 'card' in source ? source.card : null;
  return {
    transactionType: 'authCaptureTransaction',
    amount: dollars(charge.amountCents),
    currencyCode: 'USD',
    ...(card && {
      payment: {
        creditCard: {
          cardNumber: card.number,
          expirationDate: expirationDate(card.expiry),
          cardCode: card.cvv,
        },
      },
    }),
    ...(stored && {
      profile: {
        customerProfileId: stored.customerProfileId,
        paymentProfile: { paymentProfileId: stored.paymentProfileId },
      },
    }),
    order: { invoiceNumber: charge.attemptKey, description: charge.description.slice(0, 255) },
    // A stored profile contains customer and address; sending them again is an error.
    ...(card && {
      customer: { id: charge.customerId.slice(-20), email: charge.email },
      ...(charge.billTo ? { billTo: addressOf(charge.billTo) } : {}),
      ...(charge.shipTo ? { shipTo: addressOf(charge.shipTo) } : {}),
      ...(charge.customerIp ? { customerIP: charge.customerIp } : {}),
    }),
    transactionSettings: {
      setting: [
        { settingName: 'duplicateWindow', settingValue: DUPLICATE_WINDOW },
        { settingName: 'recurringBilling', settingValue: stored ? 'true' : 'false' },
      ],
    },
    ...(stored ? { processingOptions: { isSubsequentAuth: true } } : {}),
  };
}

/** The fields in the schema's order, within its lengths. */
export const addressOf = (address: Address) => ({
  firstName: address.first_name.slice(0, 50),
  lastName: address.last_name.slice(0, 50),
  address: address.address.slice(0, 60),
  city: address.city.slice(0, 40),
  state: address.state.slice(0, 40),
  zip: address.zip.slice(0, 20),
  country: address.country.slice(0, 60),
});
