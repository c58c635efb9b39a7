import { useTranslation } from 'react-i18next';
import { languageName } from '../../../lib/language-tags.ts';
import { useReader } from '../model/reader-model.ts';
import { labelOf } from '../page-labels.ts';
import { ToolButton } from '../tool-button.tsx';
import classes from './listening.module.css';

/** Below the pages while the book is read aloud, or to say why it cannot be. */
export function ListeningBar() {
  const { t, i18n } = useTranslation('reader');
  const { labels, language } = useReader('book');
  const listening = useReader('listening');
  const { focusPages } = useReader('focus');
  const { state, refused, sleep } = listening;
  const stop = () => {
    listening.stop();
    focusPages();
  };
  if (!state && !refused) return null;
  if (!state)
    return (
      <section className={classes.bar} aria-label={t('listening.label')}>
        <p className={classes.said}>
          {t(`listening.${refused!}`, { language: languageName(language, i18n.language) })}{' '}
          {refused === 'noVoice' && t('listening.noVoiceHint')}
        </p>
        <ToolButton icon="close" label={t('listening.close')} onClick={stop} />
      </section>
    );
  const { status, sentence } = state;
  const isPlaying = status === 'speaking' || status === 'loading';
  return (
    <section className={classes.bar} aria-label={t('listening.label')}>
      <ToolButton icon="before" label={t('listening.previous')} flip onClick={() => listening.step(-1)} />
      <ToolButton
        icon={isPlaying ? 'pause' : 'play'}
        label={t(isPlaying ? 'listening.pause' : 'listening.resume')}
        flip={!isPlaying}
        onClick={listening.toggle}
      />
      <ToolButton icon="after" label={t('listening.next')} flip onClick={() => listening.step(1)} />
      <button type="button" className={classes.place} onClick={listening.show} disabled={!sentence}>
        {status === 'failed'
          ? t('listening.notLoaded')
          : sentence
            ? t('listening.at', { label: labelOf(sentence.words[0]?.page ?? sentence.page, labels) })
            : t('listening.loading')}
      </button>
      {sleep !== 'off' && (
        <span className={classes.sleep}>
          {sleep === 'chapter' ? t('listening.untilChapter') : t('listening.minutes', { count: sleep })}
        </span>
      )}
      <ToolButton
        icon="settings"
        label={t('listening.settings')}
        onClick={() => listening.setSettingsOpen(true)}
      />
      <ToolButton icon="close" label={t('listening.end')} onClick={stop} />
    </section>
  );
}
