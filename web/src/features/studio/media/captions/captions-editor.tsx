import { Alert, Button, NativeSelect, Title } from '@mantine/core';
import { type Path, valueAt } from '@vesalius/contract/working-copy-document';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../../ui/announce.ts';
import { FailedState } from '../../../../ui/states.tsx';
import { useForm } from '../../fields/form-context.ts';
import classes from './captions.module.css';
import { CueList } from './cue-list.tsx';
import { type Cue, problemsOf, withNewCue } from './cues.ts';
import { languageChoices } from './languages.ts';
import { ShiftForm } from './shift-form.tsx';
import { useCaptions } from './use-captions.ts';
import { useCurrentCue } from './use-current-cue.ts';

interface CaptionsEditorProps {
  readonly track: Path;
  readonly player: HTMLVideoElement | null;
  readonly duration: number | null;
  readonly onClose: () => void;
}

/** The captions of one language, one by one, beside the playing lecture. */
export function CaptionsEditor({ track, player, duration, onClose }: CaptionsEditorProps) {
  const { t, i18n } = useTranslation('videos');
  const { document, mayEdit, change } = useForm();
  const captions = useCaptions(track);
  const { cues } = captions;
  const playing = useCurrentCue(player, cues);
  const [selected, select] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stored = valueAt(document, [...track, 'language']);
  const language = typeof stored === 'string' ? stored : '';
  const wrong = problemsOf(cues ?? [], duration);
  const add = () => {
    const made = withNewCue(cues ?? [], player ? player.currentTime : (cues?.at(-1)?.end ?? 0));
    captions.write(made.cues);
    select(made.id);
  };
  const nextWrong = () => {
    const ids = [...wrong.keys()];
    select(ids[(ids.indexOf(selected ?? '') + 1) % ids.length] ?? null);
  };
  return (
    <section className={classes.editor} aria-labelledby="captions-title">
      <div className={classes.head}>
        <Title order={3} size="h5" id="captions-title" ref={heading} tabIndex={-1}>
          {t(track.at(-2) === 'descriptions' ? 'captions.editDescriptions' : 'captions.edit')}
        </Title>
        <Button variant="default" size="xs" onClick={onClose}>
          {t('captions.close')}
        </Button>
      </div>
      <NativeSelect
        label={t('captions.language')}
        value={language}
        disabled={!mayEdit}
        data={languageChoices(language, i18n.language)}
        onChange={({ currentTarget: { value } }) =>
          change({ op: 'set', path: [...track, 'language'], value })
        }
      />
      <SavingLine captions={captions} />
      {captions.problems.length > 0 && (
        <Alert color="orange" title={t('captions.unreadable')} role="alert">
          <ul className={classes.problems}>
            {captions.problems.map(({ line, text }) => (
              <li key={`${line} ${text}`}>
                {line === null ? t('note', { note: text }) : t('captions.atLine', { line, text })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {captions.error && <FailedState error={captions.error} onRetry={captions.retry} />}
      {cues && (
        <>
          {mayEdit && (
            <div className={classes.tools}>
              <Button size="xs" onClick={add}>
                {t(player ? 'captions.addHere' : 'captions.add')}
              </Button>
              {cues.length > 0 && <ShiftForm cues={cues} onShift={write} />}
            </div>
          )}
          <div className={classes.count} role="status">
            <span>{t('captions.count', { count: cues.length })}</span>
            {wrong.size > 0 && (
              <Button variant="subtle" color="oxblood" size="compact-sm" onClick={nextWrong}>
                {t('captions.wrong', { count: wrong.size })}
              </Button>
            )}
          </div>
          {cues.length === 0 ? (
            <p className={classes.empty}>{t('captions.none')}</p>
          ) : (
            <CueList
              {...{ cues, wrong, selected, playing, language, player, mayEdit }}
              onSelect={select}
              onWrite={write}
              onNone={() => heading.current?.focus()}
            />
          )}
        </>
      )}
    </section>
  );

  function write(next: readonly Cue[], told?: string): void {
    captions.write(next);
    if (told) announce(told);
  }
}

/** Whether everything is saved, and what to do if not. */
function SavingLine({ captions }: { captions: ReturnType<typeof useCaptions> }) {
  const { t } = useTranslation('videos');
  const { saving } = captions;
  if (saving === 'overtaken')
    return (
      <Alert color="orange" title={t('captions.overtaken')} role="alert">
        <div className={classes.tools}>
          <Button size="xs" onClick={captions.keepMine}>
            {t('captions.keepMine')}
          </Button>
          <Button size="xs" variant="default" onClick={captions.takeTheirs}>
            {t('captions.takeTheirs')}
          </Button>
        </div>
      </Alert>
    );
  if (saving === 'failed')
    return (
      <Alert color="oxblood" title={t('captions.saving.failed')} role="alert">
        <Button size="xs" variant="default" onClick={captions.saveNow}>
          {t('captions.saveNow')}
        </Button>
      </Alert>
    );
  return (
    <p className={classes.saving} role="status">
      {t(`captions.saving.${saving}`)}
    </p>
  );
}
