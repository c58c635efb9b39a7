import { Button, TextInput } from '@mantine/core';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { westernDigits } from '../../../lib/western-digits.ts';
import { announce } from '../../../ui/announce.ts';
import { useDesk } from '../desk/desk-context.ts';
import { readingLook } from '../fields/reading-look.ts';
import { useField } from '../fields/use-field.ts';
import classes from './questions.module.css';

/** The page that proves the answer: entered as a number, taken from the open page, or clicked. */
export function PageField({ path, error }: { path: Path; error: string | null }) {
  const { t } = useTranslation('questions');
  const { page: openPage, labelOf, picking, pick } = useDesk();
  const { value, mayEdit, set } = useField(path);
  const stored = typeof value === 'number' ? String(value) : '';
  const [draft, setDraft] = useState<string | null>(null);
  const take = (page: number) => {
    setDraft(null);
    set(page);
    announce(t('page.taken', { label: labelOf(page) }));
  };
  return (
    <div className={classes.page} data-field={path.join('/')}>
      <TextInput
        inputMode="numeric"
        label={t('page.label')}
        description={
          typeof value === 'number' && !error ? t('page.printed', { label: labelOf(value) }) : null
        }
        value={draft ?? stored}
        {...readingLook(mayEdit)}
        error={draft !== null && !isPage(draft) ? t('page.notNumber') : error}
        onChange={({ currentTarget }) => {
          const typed = westernDigits(currentTarget.value);
          setDraft(typed);
          if (typed === '') set(undefined);
          else if (isPage(typed)) set(Number(typed));
        }}
        onBlur={() => setDraft(null)}
      />
      {mayEdit && (
        <span className={classes.acts}>
          <Button variant="default" size="xs" onClick={() => take(openPage)}>
            {t('page.open', { label: labelOf(openPage) })}
          </Button>
          <Button
            variant={picking ? 'filled' : 'default'}
            size="xs"
            aria-pressed={picking}
            onClick={() => pick(picking ? null : take)}
          >
            {t('page.pick')}
          </Button>
        </span>
      )}
    </div>
  );
}

const isPage = (typed: string): boolean => /^[1-9]\d{0,4}$/.test(typed) || typed === '';
