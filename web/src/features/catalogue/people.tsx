import type { Person } from '@vesalius/contract/catalogue-parts';
import { useTranslation } from 'react-i18next';
import classes from './people.module.css';

/** The senior editors in a row that scrolls sideways: photo, name, title. */
export function EditorsSlider({ editors }: { editors: readonly Person[] }) {
  const { t } = useTranslation('catalogue');
  if (editors.length === 0) return null;
  return (
    <section className={classes.editors} aria-labelledby="editors">
      <h2 id="editors" className={classes.heading}>
        {t('profile.editors')}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <ul className={classes.slider} tabIndex={0} aria-labelledby="editors">
        {editors.map((editor) => (
          <li key={editor.name}>
            <Portrait person={editor} size={64} />
            <span>
              <strong dir="auto">{editor.name}</strong>
              {editor.title && <span dir="auto">{editor.title}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Authors and speakers with their disclosures. */
export function Faculty({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('catalogue');
  if (people.length === 0) return <p className={classes.none}>{t('profile.noFaculty')}</p>;
  return (
    <ul className={classes.faculty}>
      {people.map((person) => (
        <li key={person.name}>
          <Portrait person={person} size={96} />
          <div>
            <h3 dir="auto">{person.name}</h3>
            {person.title && (
              <p className={classes.title} dir="auto">
                {person.title}
              </p>
            )}
            {person.biography && (
              <p className={classes.biography} dir="auto">
                {person.biography}
              </p>
            )}
            {person.disclosure && (
              <p className={classes.disclosure} dir="auto">
                {t('profile.disclosure', { text: person.disclosure })}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Portrait({ person, size }: { person: Person; size: number }) {
  if (person.photo)
    return (
      <img className={classes.portrait} src={person.photo} alt="" width={size} height={size} loading="lazy" />
    );
  const initials = person.name
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('');
  return (
    <span className={classes.portrait} aria-hidden="true">
      {initials}
    </span>
  );
}
