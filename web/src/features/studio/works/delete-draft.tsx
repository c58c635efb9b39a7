import { useQuery } from '@tanstack/react-query';
import type { WorkPerson } from '@vesalius/contract/studio';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { studioApi, workOptions } from '../api.ts';

interface DeleteDraftProps {
  readonly workId: string;
  readonly document: Fields;
  readonly people: readonly WorkPerson[];
  readonly onClose: () => void;
}

/** Asks before a draft is deleted. Where it has pages, its title is typed, so that a slip does not confirm it. */
export function DeleteDraft({ workId, document, people, onClose }: DeleteDraftProps) {
  const { t } = useTranslation('studio');
  const navigate = useNavigate();
  const title = typeof document.title === 'string' ? document.title : '';
  const shown = title || t('works.untitled');
  const edition = typeof document.edition === 'string' ? document.edition : '';
  const began = useQuery(workOptions(workId)).data?.began_from;
  const names = [...new Set(people.flatMap(({ name }) => (name ? [name] : [])))];
  const act = useAct(
    () => studioApi.deleteWork({ params: { id: workId } }),
    t('deletion.done', { title: shown }),
    {
      done: () => void navigate(paths.studio.to()),
      refresh: keysUnder('studio', 'works'),
    },
  );
  return (
    <ConfirmDialog
      title={t(edition ? 'deletion.titleOfEdition' : 'deletion.title', { title: shown, edition })}
      confirm={t('deletion.confirm')}
      keep={t('deletion.keep')}
      {...(title && document.pdf ? { word: title } : {})}
      isPending={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      {began && (
        <p>
          {t(began.edition ? 'deletion.began' : 'deletion.beganUnknown', { edition: began.edition ?? '' })}
        </p>
      )}
      <p>{t('deletion.effect')}</p>
      {names.length > 0 && <p>{t('deletion.people', { names: names.join(t('comma')) })}</p>}
      {!began && document.replaces !== undefined && <p>{t('deletion.edition')}</p>}
    </ConfirmDialog>
  );
}
