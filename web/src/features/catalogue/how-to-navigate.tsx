import { useTranslation } from 'react-i18next';
import { WhenNear } from '../../ui/when-near.tsx';
import classes from './how-to-navigate.module.css';
import { Section } from './section.tsx';

/** The film and its companion files, if the build includes them. Without the film, the section is not shown. */
const files = import.meta.glob<string>('./how-to-navigate/*.{mp4,webp,vtt}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const file = (name: string): string | undefined => files[`./how-to-navigate/${name}`];

/** A film about the reader. It loads when the user plays it. */
export function HowToNavigate() {
  const { t, i18n } = useTranslation('catalogue');
  const film = file('how-to-navigate.mp4');
  if (!film) return null;
  return (
    <Section id="how-to-navigate" title={t('howTo.title')} intro={t('howTo.intro')}>
      <div className={classes.frame} dir="ltr">
        {/* A poster loads as soon as its video element exists, wherever on the page it is. */}
        <WhenNear minHeight={0}>
          {/* biome-ignore lint/a11y/useMediaCaption: the track is there in each language that was made */}
          <video
            className={classes.video}
            controls
            playsInline
            preload="none"
            poster={file('poster.webp')}
            aria-label={t('howTo.title')}
          >
            <source src={film} type="video/mp4" />
            {(['en', 'ar'] as const).map((language) => {
              const track = file(`captions.${language}.vtt`);
              return (
                track && (
                  <track
                    key={language}
                    kind="captions"
                    src={track}
                    srcLang={language}
                    label={language === 'ar' ? 'العربية' : 'English'}
                    default={i18n.language === language}
                  />
                )
              );
            })}
          </video>
        </WhenNear>
      </div>
    </Section>
  );
}
