import { useTranslation } from 'react-i18next';
import { WhenNear } from '../../ui/when-near.tsx';
import classes from './how-to-navigate.module.css';
import { Section } from './section.tsx';

/** The recording and its companions, when the product is built with them; without the film there is no section. */
const files = import.meta.glob<string>('./how-to-navigate/*.{mp4,webp,vtt}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const file = (name: string): string | undefined => files[`./how-to-navigate/${name}`];

/** How the reader is used, as a film: loaded when somebody plays it. */
export function HowToNavigate() {
  const { t, i18n } = useTranslation('catalogue');
  const film = file('how-to-navigate.mp4');
  if (!film) return null;
  return (
    <Section id="how-to-navigate" title={t('howTo.title')} intro={t('howTo.intro')}>
      <div className={classes.frame} dir="ltr">
        {/* A first picture is fetched as soon as its video is there, wherever on the page that is. */}
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
