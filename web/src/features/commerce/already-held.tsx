import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { HeldBook } from '@vesalius/contract/catalogue-parts';
import type { Checkout } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { HoldText } from '../../product/book-hold.tsx';
import { HeldList } from '../../product/held-list.tsx';
import type { BookToBuy } from './book-to-buy.ts';
import classes from './checkout.module.css';
import { EndedWaitAlert } from './waiting-for-paypal.tsx';

/** In the address of a buyer who was told what they have, and goes on to buy. */
const ANYWAY = { name: 'buy', value: 'anyway' } as const;
export const buysAnyway = (search: URLSearchParams): boolean => search.get(ANYWAY.name) === ANYWAY.value;

/** Whether nothing of the item is left that the buyer cannot read yet. */
export const isHeld = (
  { mode }: BookToBuy,
  { held_books: held, number_of_books: books, running }: Checkout,
): boolean => (mode === 'package' && running !== null) || (held.length > 0 && held.length >= books);

/** Comes before the price: the buyer has it already, opens it here, and can still go on to buy it. */
export function AlreadyHeld({ item, checkout }: { item: BookToBuy; checkout: Checkout }) {
  const { t } = useTranslation('commerce');
  const [held] = checkout.held_books;
  const isBook = item.mode === 'book';
  const titleKey = isBook ? 'held.book' : checkout.running ? 'held.bundle' : 'held.allBooks';
  return (
    <Stack gap="lg" className={classes.held}>
      <div className={classes.item}>
        {checkout.cover_photo && <img src={checkout.cover_photo} alt="" width={72} height={108} />}
        <div>
          <Title order={1} size="h2">
            {t(titleKey)}
          </Title>
          <p>
            <bdi>{checkout.title}</bdi>
          </p>
        </div>
      </div>
      {checkout.waiting_ended && <EndedWaitAlert ended={checkout.waiting_ended} />}
      {!isBook && <HeldItems checkout={checkout} />}
      {isBook && held && (
        <Text size="lg">
          <HoldText hold={held.hold} />
        </Text>
      )}
      <Group gap="sm">
        {isBook && held ? (
          <OpenHeldBook held={held} />
        ) : (
          <Button size="lg" component={Link} to={paths.packageProfile.to(item.id)}>
            {t('checkout.toBundle')}
          </Button>
        )}
      </Group>
      <BuyAnyway checkout={checkout} />
    </Stack>
  );
}

/** Where the reader left off, or at its beginning. */
export function OpenHeldBook({ held }: { held: HeldBook }) {
  const { t } = useTranslation('commerce');
  const page = held.continue_page ?? undefined;
  return (
    <Button size="lg" component={Link} to={paths.bookViewer.to(held.id, page)}>
      {t(page ? 'held.continue' : 'held.open')}
    </Button>
  );
}

/** A bundle that runs, or the books that the reader has by other means. */
function HeldItems({ checkout }: { checkout: Checkout }) {
  const { running, held_books: books, number_of_books: of } = checkout;
  if (!running) return <HeldList books={books} of={of} />;
  const { subscription_end_date: until, renews } = running;
  return (
    <Text size="lg">
      <HoldText hold={{ by: 'subscription', name: null, until, renews }} />
    </Text>
  );
}

/** The second step for those who want it: what it would add, without a price. */
function BuyAnyway({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('commerce');
  const { pathname, search: query } = useLocation();
  const search = new URLSearchParams(query);
  search.set(ANYWAY.name, ANYWAY.value);
  const { running } = checkout;
  const kind = running?.renews ? 'code' : running ? 'year' : 'own';
  return (
    <Stack gap={8} align="flex-start">
      <Text size="sm" c="dimmed">
        {t(`held.${kind}Hint`)}
      </Text>
      <Group gap="sm">
        <Button variant="default" component={Link} to={`${pathname}?${search}`}>
          {t(`held.${kind}`)}
        </Button>
        {running && (
          <Button variant="subtle" component={Link} to={paths.subscriptions.to()}>
            {t('checkout.manage')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The reminder above the payment of a buyer who goes on. A running subscription has one of its own. */
export function HeldNote({ item, checkout }: { item: BookToBuy; checkout: Checkout }) {
  const { t } = useTranslation('commerce');
  const { held_in_year: books, number_of_books: of, running, begins_after: after } = checkout;
  const [held] = books;
  if (!held) return null;
  if (item.mode === 'package')
    return (
      <Alert variant="light" color="petrol" role="note" className={classes.note}>
        <HeldList books={books} of={of} />
      </Alert>
    );
  if (running || after) return null;
  return (
    <Alert variant="light" color="petrol" role="note" className={classes.note} title={t('held.book')}>
      <HoldText hold={held.hold} />
    </Alert>
  );
}
