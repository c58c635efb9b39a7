import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { BillingFields, CardFields } from './card-form-fields.tsx';
import { isWholeCvv, isWholeNumber } from './next-field.ts';
import { useCardForm } from './use-card-form.ts';

function Form() {
  const form = useCardForm();
  return (
    <form>
      <CardFields form={form} />
      <BillingFields form={form} />
    </form>
  );
}
const open = () =>
  renderScreen(<Form />, {
    namespaces: ['commerce'],
    answers: {
      'GET /countries': { data: [] },
      'GET /users': { first_name: 'Ada', second_name: 'Byron', country_id: 'c', city: null },
    },
  });
const field = (name: string) => screen.getByLabelText(name);

describe('the fields of a card', () => {
  it('lead to the next empty one when they are full', async () => {
    await open();
    expect(await screen.findByDisplayValue('Byron')).toBeVisible();
    const user = userEvent.setup();
    await user.click(field('Card number'));
    await user.keyboard('5424000000000015');
    expect(field('Expiry date')).toHaveFocus();
    await user.keyboard('1231');
    expect(field('Security code')).toHaveFocus();
    await user.keyboard('123');
    // The names are known.
    expect(field('Address')).toHaveFocus();
    expect(field('Security code')).toHaveValue('123');
  });

  it('stay where a number may go on, where it is wrong, and where it is corrected', async () => {
    await open();
    const user = userEvent.setup();
    await user.click(field('Card number'));
    await user.keyboard('5424000000000016');
    expect(field('Card number')).toHaveFocus();
    await user.keyboard('{Backspace}');
    await user.keyboard('5');
    expect(field('Expiry date')).toHaveFocus();
    await user.click(field('Card number'));
    await user.keyboard('{Backspace}');
    expect(field('Card number')).toHaveFocus();
  });

  it.each([
    ['4111 1111 1111 1111', true],
    ['3700 000000 00002', true],
    ['4007 0000 0002 7', false],
    ['6759 6498 2643 8453', false],
  ])('the number %s is known to be whole: %s', (number, whole) => expect(isWholeNumber(number)).toBe(whole));

  it('the code of an American Express card has four digits', () => {
    expect(isWholeCvv('123', '3700 000000 00002')).toBe(false);
    expect(isWholeCvv('1234', '3700 000000 00002')).toBe(true);
    expect(isWholeCvv('123', '4111 1111 1111 1111')).toBe(true);
  });
});
