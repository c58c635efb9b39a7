import { Checkbox, Modal } from '@mantine/core';
import type { StudyReport } from '@vesalius/contract/work-studies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../lib/formats.ts';
import { findingSentence } from '../../publish/finding-sentence.ts';
import classes from './study.module.css';

type Image = StudyReport['images'][number];
interface Props {
  readonly report: StudyReport;
  /** By content: all frames of a file go together. */
  readonly leftOut: ReadonlySet<string>;
  readonly onLeaveOut: (asset: string, isOut: boolean) => void;
}

/** Images that stand for all others, with the letters that were found in them; and files that somebody opens. */
export function ImageGrid({ report, leftOut, onLeaveOut }: Props) {
  const { t, i18n } = useTranslation('studies');
  const [large, setLarge] = useState<Image | null>(null);
  const { images, unread, problems, not_looked_at: left } = report;
  const withWords = images.filter(({ words }) => words.length > 0).length;
  const numberOf = (count: number) => formatNumber(count, i18n.language);
  const nameOf = ({ file, frame }: Image) =>
    frame === 0 ? file : t('frameOf', { file, frame: numberOf(frame + 1) });
  return (
    <fieldset className={classes.images}>
      <legend>{t('images')}</legend>
      <p className={classes.hint}>
        {t(report.was_read ? 'imagesHint' : 'imagesNotRead')}{' '}
        {report.was_read && (withWords > 0 ? t('withWords', { count: withWords }) : t('withoutWords'))}
      </p>
      {report.was_read && (
        <p className={classes.hint}>
          {images.length < report.frames
            ? t('searched', { searched: numberOf(images.length), images: numberOf(report.frames) })
            : t('searchedAll')}
        </p>
      )}
      {left > 0 && <p role="alert">{t('notLookedAt', { count: left })}</p>}
      <ul className={classes.grid}>
        {images.map((image) => {
          const name = nameOf(image);
          const found = image.words.map(({ text }) => text).join(' ');
          return (
            <li
              key={image.url}
              data-found={found !== '' || undefined}
              data-out={leftOut.has(image.asset) || undefined}
            >
              <button type="button" aria-label={t('enlarge', { name })} onClick={() => setLarge(image)}>
                <Picture image={image} />
              </button>
              <bdi className={classes.name}>{name}</bdi>
              {found !== '' && (
                <p>
                  {t('found')} <bdi lang="en">{found}</bdi>
                </p>
              )}
              <Checkbox
                size="xs"
                label={t('leaveOut')}
                aria-label={t('leaveOutLabel', { name })}
                checked={leftOut.has(image.asset)}
                onChange={({ currentTarget }) => onLeaveOut(image.asset, currentTarget.checked)}
              />
            </li>
          );
        })}
      </ul>
      {unread.length > 0 && (
        <>
          <p role="alert">{t('unread', { count: unread.length })}</p>
          <ul className={classes.files}>
            {unread.map(({ asset, file, reason, url }) => (
              <li key={asset}>
                <a href={url} download={file}>
                  <bdi>{file}</bdi>
                </a>{' '}
                <bdi lang="en">{reason}</bdi>
                <Checkbox
                  size="xs"
                  label={t('leaveOut')}
                  aria-label={t('leaveOutLabel', { name: file })}
                  checked={leftOut.has(asset)}
                  onChange={({ currentTarget }) => onLeaveOut(asset, currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {problems.length > 0 && (
        <ul className={classes.files}>
          {problems.map(({ file, reason }) => (
            <li key={file}>
              <Problem file={file} reason={reason} />
            </li>
          ))}
        </ul>
      )}
      <Modal
        opened={large !== null}
        onClose={() => setLarge(null)}
        size="auto"
        title={large && <bdi>{nameOf(large)}</bdi>}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {large && (
          <div className={classes.large}>
            <Picture image={large} />
          </div>
        )}
      </Modal>
    </fieldset>
  );
}

function Problem({ file, reason }: StudyReport['problems'][number]) {
  const { t } = useTranslation('publishing');
  const { text, isEnglish } = findingSentence(reason, file, t);
  return <bdi lang={isEnglish ? 'en' : undefined}>{text}</bdi>;
}

/** With a frame around each word that was found. */
const Picture = ({ image: { url, words } }: { image: Image }) => (
  // Places are those of the image, whatever the language runs like.
  <span className={classes.picture} dir="ltr">
    <img src={url} alt="" loading="lazy" />
    {words.map(({ text, left, top, width, height }) => (
      <span
        key={`${text} ${left} ${top}`}
        style={{
          left: `${left * 100}%`,
          top: `${top * 100}%`,
          width: `${width * 100}%`,
          height: `${height * 100}%`,
        }}
      />
    ))}
  </span>
);
