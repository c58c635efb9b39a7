import { useTranslation } from 'react-i18next';
import { AddPersonForm } from './add-person-form.tsx';
import type { PeopleImportClient } from './import-client.ts';
import { ImportPeople } from './import-people.tsx';
import classes from './people-import.module.css';
import { RecentImports } from './recent-imports.tsx';

/** Adds one person by a form, or many from a file; recent imports can be undone below. */
export function AddPeople({ client, listPath }: { client: PeopleImportClient; listPath: string | null }) {
  const { t } = useTranslation('imports');
  return (
    <>
      <div className={classes.columns}>
        <section aria-labelledby="add-one">
          <h2 id="add-one">{t(`one.${client.group}`)}</h2>
          <p className={classes.hint}>{t('oneHint')}</p>
          <AddPersonForm client={client} />
        </section>
        <section aria-labelledby="add-many">
          <h2 id="add-many">{t('many')}</h2>
          <p className={classes.hint}>{t('manyHint')}</p>
          <ImportPeople client={client} listPath={listPath} />
        </section>
      </div>
      <RecentImports client={client} />
    </>
  );
}
