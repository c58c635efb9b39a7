import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { signInAsAnother } from '../../lib/end-session.ts';
import { paths } from '../../lib/paths.ts';
import { buyerOptions } from './api.ts';

/** The first part of the checkout: whose account gets it. */
export function BuyerLine() {
  const { t } = useTranslation('commerce');
  const { pathname, search } = useLocation();
  const { data: person } = useQuery(buyerOptions);
  if (!person) return null;
  return (
    <Text>
      {t('checkout.buyer', { name: person.name, email: person.email })}{' '}
      <Anchor
        component="button"
        type="button"
        underline="always"
        onClick={() => signInAsAnother(paths.signIn.to(`${pathname}${search}`))}
      >
        {t('checkout.notYou')}
      </Anchor>
    </Text>
  );
}
