import { Button, NativeSelect, Title } from '@mantine/core';
import { type Fields, isFields, valueAt } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import { FieldForm } from '../fields/field-form.tsx';
import {
  BOOK_FIELDS,
  BOOK_PARTS,
  type BookPart,
  CHAPTER_FIELDS,
  MATERIAL_FIELDS,
  QUIZ_FIELDS,
  TEST_FIELDS,
} from '../fields/field-spec.ts';
import { StudyPanel } from '../media/study/study-panel.tsx';
import { VideoPanel } from '../media/video-panel.tsx';
import { ShopPrice } from '../publish/shop-price.tsx';
import classes from './desk.module.css';
import { type Selection, useDesk } from './desk-context.ts';
import { MaterialPage } from './material-page.tsx';

/** The fields of the selection. */
export function Inspector() {
  const { t } = useTranslation('studio');
  const { document, selection, select, shopPrice } = useDesk();
  const [lastPart, setPart] = useState<BookPart>('profile');
  const part = (selection.kind === 'book' && selection.part) || lastPart;
  const entry = selection.kind === 'book' ? null : valueAt(document, selection.path);
  if (selection.kind === 'book' || !isFields(entry ?? undefined))
    return (
      <section className={classes.inspector} aria-label={t('inspector.book')}>
        <Title order={2} size="h4">
          {t('inspector.book')}
        </Title>
        <NativeSelect
          label={t('inspector.part')}
          value={part}
          data={BOOK_PARTS.map((each) => ({ value: each, label: t(`part.${each}`) }))}
          onChange={({ currentTarget }) => {
            setPart(currentTarget.value as BookPart);
            select({ kind: 'book' });
          }}
        />
        {part === 'shop' && shopPrice && <ShopPrice price={shopPrice} />}
        <FieldForm at={[]} fields={BOOK_FIELDS[part]} />
      </section>
    );
  return (
    <section className={classes.inspector} aria-label={t(`inspector.${selection.kind}`)}>
      <Button variant="subtle" size="xs" onClick={() => select({ kind: 'book' })}>
        {t('inspector.back')}
      </Button>
      <Title order={2} size="h4">
        {t(`inspector.${selection.kind}`)}
      </Title>
      {selection.kind === 'material' && (entry as Fields).type === 'video' && (
        <VideoPanel at={selection.path} lecture={entry as Fields} />
      )}
      {selection.kind === 'material' && <MaterialPage key={selection.path.at(-1)} path={selection.path} />}
      {selection.kind === 'material' && (entry as Fields).type === 'dicom' && (
        <StudyPanel key={`study ${selection.path.join('/')}`} study={entry as Fields} />
      )}
      <FieldForm
        key={selection.path.join('/')}
        at={selection.path}
        fields={fieldsOf(selection.kind, entry as Fields)}
      />
      <RemoveButton selection={selection} entry={entry as Fields} />
    </section>
  );
}

function fieldsOf(kind: Exclude<Selection['kind'], 'book'>, entry: Fields) {
  switch (kind) {
    case 'chapter':
      return CHAPTER_FIELDS;
    case 'quiz':
      return QUIZ_FIELDS;
    case 'test':
      return TEST_FIELDS;
    case 'material':
      return MATERIAL_FIELDS[String(entry.type)] ?? [];
  }
}

function RemoveButton({
  selection,
  entry,
}: {
  selection: Exclude<Selection, { kind: 'book' }>;
  entry: Fields;
}) {
  const { t } = useTranslation('studio');
  const { mayEdit, change, select } = useDesk();
  if (!mayEdit) return null;
  return (
    <Button
      variant="default"
      color="oxblood"
      onClick={() => {
        change({ op: 'remove', path: selection.path });
        select({ kind: 'book' });
        announce(t('entry.removed', { name: typeof entry.title === 'string' ? entry.title : '' }));
      }}
    >
      {t(`remove.${selection.kind}`)}
    </Button>
  );
}
