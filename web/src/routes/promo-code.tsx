import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { bookQuery } from '../features/catalogue/api.ts';
import { AlreadyHeld, buysAnyway, isHeld } from '../features/commerce/already-held.tsx';
import { checkoutOptions } from '../features/commerce/api.ts';
import { FreeSubscriptionButton } from '../features/commerce/free-subscription-button.tsx';
import { PayByPaypal } from '../features/commerce/pay-by-paypal.tsx';
import { PriceLine } from '../features/commerce/price-line.tsx';
import { PromoCodeForm } from '../features/commerce/promo-code-form.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { FailedState } from '../ui/states.tsx';
import classes from './promo-code.module.css';

/** `/promocode/{bookId}`: the price with a promo code, and links to the payment or to a free year. */
export default function PromoCodePage() {
  const { t } = useTranslation('commerce');
  const { id = '' } = useParams();
  const item = { mode: 'book', id } as const;
  const navigate = useNavigate();
  const session = useSession();
  const { data: book, isError, error, refetch } = useQuery(bookQuery(session, id));
  const offer = useQuery(checkoutOptions({ mode: 'book', id }));
  const checkout = offer.isFetchedAfterMount ? offer.data : undefined;
  const [search] = useSearchParams();
  const [discount, setDiscount] = useState<DiscountedPrice | null>(null);
  const gate = useRef<(() => boolean) | null>(null);

  if (checkout?.is_sold && isHeld(item, checkout) && !buysAnyway(search))
    return (
      <div className="page">
        <PageTitle>{t('promo.title')}</PageTitle>
        <AlreadyHeld item={item} checkout={checkout} />
      </div>
    );
  if (isError && !book) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={`page ${classes.layout}`}>
      <PageTitle>{t('promo.title')}</PageTitle>
      <div className={classes.cover}>
        {book ? <img src={book.cover_photo} alt="" width={240} height={360} /> : <Skeleton h={360} w={240} />}
      </div>
      <Stack gap="lg" maw={480} w="100%">
        <div>
          <Title order={1} size="h2">
            {t('promo.title')}
          </Title>
          <Text c="dimmed" mt="xs">
            {t('promo.explanation')}
          </Text>
        </div>
        {book && (checkout || offer.isError) ? (
          <div>
            <Title order={2} size="h3">
              {book.title}
            </Title>
            <PriceLine price={book.price} discount={discount} />
          </div>
        ) : (
          <Skeleton h={56} />
        )}
        <PromoCodeForm gate={gate} item={item} applied={discount} onChange={setDiscount} />
        {discount?.discounted_price === 0 ? (
          <FreeSubscriptionButton
            item={item}
            code={discount.promo_code}
            isHeld={checkout !== undefined && isHeld(item, checkout)}
            onRefused={() => void offer.refetch()}
            maySubscribe={() => gate.current?.() ?? true}
            onDone={() => void navigate(paths.bookProfile.to(id))}
          />
        ) : (
          <>
            {checkout?.payable && !checkout.running?.renews && (
              <PayByPaypal
                item={item}
                title={checkout.title}
                amount={discount?.discounted_price ?? checkout.amount}
                promoCode={discount?.promo_code ?? ''}
                replaces={undefined}
                isHeld={isHeld(item, checkout)}
                mayPay={() => gate.current?.() ?? true}
                onPending={() => void navigate(paths.checkout.to('book', id))}
                onPriceChanged={() => void offer.refetch()}
              />
            )}
            <Button
              size="lg"
              variant="default"
              component={Link}
              to={paths.checkout.to('book', id, buysAnyway(search) ? { buy: 'anyway' } : {})}
              disabled={!book}
            >
              {t('promo.toPayment')}
            </Button>
          </>
        )}
      </Stack>
    </div>
  );
}
