import { Button, List, Modal, Text } from '@mantine/core';
import type { BookDetail } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';
import LibraryFrame from '../../ui/library-frame.tsx';
import classes from './subscribe-modal.module.css';

/** The yearly plan: its benefits, its price, and the next step. */
export default function SubscribeModal({
  book,
  opened,
  onClose,
  onSubscribe,
}: {
  book: Pick<BookDetail, 'title' | 'price'>;
  opened: boolean;
  onClose: () => void;
  onSubscribe: () => void;
}) {
  const { t, i18n } = useTranslation('catalogue');
  const price = formatMoney(book.price, i18n.language);
  return (
    <LibraryFrame>
      <Modal
        opened={opened}
        onClose={onClose}
        title={t('subscribe.title')}
        closeButtonProps={{ 'aria-label': t('subscribe.close') }}
        size={480}
        classNames={{ title: classes.heading }}
      >
        <Text className={classes.book} dir="auto">
          {book.title}
        </Text>
        <p className={classes.price}>
          <strong>{price}</strong> {t('price.perYear')}
        </p>
        <List className={classes.benefits} spacing={8}>
          <List.Item>{t('subscribe.access')}</List.Item>
          <List.Item>{t('subscribe.textbook')}</List.Item>
          <List.Item>{t('subscribe.material')}</List.Item>
        </List>
        <ul className={classes.notes}>
          <li>{t('subscribe.yearly')}</li>
          <li>{t('subscribe.cancel')}</li>
          <li>{t('subscribe.promo')}</li>
        </ul>
        <Button fullWidth size="lg" onClick={onSubscribe} data-autofocus>
          {t('subscribe.submit', { price })}
        </Button>
      </Modal>
    </LibraryFrame>
  );
}
