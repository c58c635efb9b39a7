import type { Material } from '@vesalius/contract/lectures';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { recordUsage } from '../institutions/record-usage.ts';
import { addressesOf, MATERIAL_GRANT_SECONDS, summaryOf } from './material-views.ts';
import { findMaterial, getSurroundings, type MaterialRow, type NeighbourRow } from './queries.ts';

/** A material with everything its viewer needs. */
export async function openMaterial(deps: Deps, actor: Actor, id: string): Promise<Material> {
  const now = deps.clock.now();
  const row = await findMaterial(deps.db, id, actor.role === 'customer' ? actor.userId : null);
  demand(row, 'video_not_found');
  const access = await accessToBook(deps.db, actor, row.bookId, now);
  const kind = access.granted ? 'investigation' : 'no_license';
  await recordUsage(deps, actor, { bookId: row.bookId, page: row.page, partId: row.id, kind });
  demand(access.granted, 'not_subscribed');
  const { file, images, series } = row.content;
  const isEmpty = !file && !images?.length && !series?.some(({ files }) => files.length > 0);
  demand(!isEmpty, 'no_supplementary_content');

  const { bookTitle, previous, next } = await getSurroundings(deps.db, id);
  const address = addressesOf(deps);
  return {
    ...summaryOf(deps, row, true),
    book: { id: row.bookId, title: bookTitle },
    book_page: row.page,
    records: access.records,
    expires_at: new Date(now.getTime() + MATERIAL_GRANT_SECONDS * 1000).toISOString(),
    video: file ? videoOf(row, file, address) : null,
    images: (images ?? []).map(({ file: name, thumbnail, width, height, caption, alt }) => ({
      url: address(name),
      thumbnail_url: address(thumbnail ?? name),
      width,
      height,
      caption: caption || null,
      alt,
    })),
    series: (series ?? []).map(({ key, title, modality, files }) => ({
      key,
      title,
      modality: modality || null,
      url: files.map(address),
    })),
    previous: neighbourOf(previous),
    next: neighbourOf(next),
  };
}

function videoOf(
  { content, positionSeconds, played }: MaterialRow,
  file: string,
  address: (name: string) => string,
): Material['video'] {
  const { stream, poster, width, height, captions = [], descriptions = [] } = content;
  const addresses = (tracks: typeof captions) =>
    tracks.map(({ language, file: name }) => ({ language, url: address(name) }));
  return {
    url: address(file),
    stream_url: stream ? address(stream) : null,
    poster_url: poster ? address(poster) : null,
    width: width ?? null,
    height: height ?? null,
    captions: addresses(captions),
    descriptions: addresses(descriptions),
    position_seconds: positionSeconds,
    played: played.map(([from, to]) => [from, to]),
  };
}

const neighbourOf = (row: NeighbourRow | null) =>
  row && { id: row.id, material_title: row.title, book_page: row.page };
