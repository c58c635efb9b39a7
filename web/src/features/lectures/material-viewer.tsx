import { Skeleton } from '@mantine/core';
import type { Material, MaterialProgress } from '@vesalius/contract/lectures';
import { Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ProgressReport } from './api.ts';
import { ImageViewer } from './images/image-viewer.tsx';
import type { MaterialLinks } from './material-links.ts';
import classes from './material-page.module.css';
import { useShown } from './use-shown.ts';
import { LectureParts } from './video/lecture-parts.tsx';
import { LecturePlayer } from './video/lecture-player.tsx';
import { Transcript } from './video/transcript.tsx';

/** The DICOM viewer and its decoders load only with a study. */
const DicomViewer = lazyPart(() => import('./dicom/dicom-viewer.tsx'));

export interface MaterialViewerProps {
  readonly material: Material;
  readonly links: MaterialLinks;
  readonly startAt: number | null;
  readonly onReport: ((report: ProgressReport) => Promise<MaterialProgress>) | null;
  /** Called when the addresses have expired: refetches the material. */
  readonly onExpired: () => void;
}

/** Renders the viewer for the kind of material. */
export function MaterialViewer(props: MaterialViewerProps) {
  const { material, onExpired, onReport } = props;
  const { t } = useTranslation('lectures');
  const counts = onReport !== null && !material.watched && !material.video;
  const onShown = useShown(counts ? onReport : null);
  if (material.video) return <Lecture {...props} video={material.video} />;
  if (material.images.length > 0)
    return (
      <>
        <ImageViewer images={material.images} onExpired={onExpired} onShown={onShown} />
        {counts && <p className={classes.help}>{t('images.watchedAt')}</p>}
        <p className={classes.help}>{t('images.help')}</p>
      </>
    );
  return (
    <Suspense fallback={<Skeleton className={classes.frame} aria-label={t('dicom.opening')} />}>
      <DicomViewer series={material.series} onExpired={onExpired} onShown={onShown} />
      {counts && <p className={classes.help}>{t('dicom.watchedAt')}</p>}
      <p className={classes.help}>{t('dicom.help')}</p>
    </Suspense>
  );
}

function Lecture({
  material,
  video,
  links,
  startAt,
  onReport,
  onExpired,
}: MaterialViewerProps & { video: NonNullable<Material['video']> }) {
  const { t } = useTranslation('lectures');
  const player = useRef<HTMLVideoElement>(null);
  const [position, setPosition] = useState(0);
  const onPosition = useCallback((seconds: number) => setPosition(Math.floor(seconds)), []);
  const seek = (seconds: number) => {
    if (!player.current) return;
    player.current.currentTime = seconds;
    void player.current.play().catch(() => {});
    player.current.focus();
  };
  const [playedNow, setPlayedNow] = useState(0);
  const onPlayed = useCallback((seconds: number) => setPlayedNow(Math.floor(seconds)), []);
  // The server's number comes with every report; what was played before is in it alone.
  const percent = Math.floor(
    100 * Math.max(material.played_ratio, Math.min(1, playedNow / (material.duration_seconds || Infinity))),
  );
  return (
    <>
      <LecturePlayer
        materialId={material.id}
        title={material.material_title}
        video={video}
        marks={material.marks}
        startAt={startAt}
        onReport={onReport}
        onExpired={onExpired}
        player={player}
        onPosition={onPosition}
        onPlayed={onPlayed}
      />
      {onReport && !material.watched && (
        <p className={classes.help}>
          {t('video.played', { percent })} · {t('video.watchedAt')}
        </p>
      )}
      <p className={classes.help} data-for="keyboard">
        {t('video.keys')}
      </p>
      <LectureParts marks={material.marks} position={position} onSeek={seek} pageLink={links.page} />
      <Transcript materialId={material.id} video={video} onSeek={seek} />
    </>
  );
}
