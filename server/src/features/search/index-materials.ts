import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { type Cue, readCues } from '@vesalius/contract/lecture-cues';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { buildPiecePostings, INDEX_VERSION, MATERIALS, MAX_PIECES } from './build-postings.ts';
import { closedPieces, type MaterialTexts, openPieces, type Piece } from './material-pieces.ts';
import {
  findUnindexedMaterials,
  listMaterialTexts,
  lockBookOfMaterials,
  replacePieces,
} from './material-queries.ts';
import { findDigest, replacePostings } from './search-queries.ts';

type IndexDeps = Pick<Deps, 'db' | 'storage' | 'log'>;

/**
 * Indexes the titles, descriptions and captions of a book's lectures, images and studies. Nothing is stored if they
 * changed meanwhile: that publication has a job of its own.
 */
export async function indexMaterials(deps: IndexDeps, bookId: string): Promise<void> {
  const materials = await listMaterialTexts(deps.db, bookId);
  const open = materials.flatMap(openPieces);
  const closed: Piece[] = [];
  for (const material of materials) closed.push(...closedPieces(material, await readTracks(deps, material)));
  const pieces = [...open, ...closed].slice(0, MAX_PIECES);
  const digest = createHash('md5')
    .update(JSON.stringify([INDEX_VERSION, pieces]))
    .digest('hex');
  await inTransaction(deps.db, async (tx) => {
    await lockBookOfMaterials(tx, bookId);
    if (!isDeepStrictEqual(await listMaterialTexts(tx, bookId), materials)) return;
    if ((await findDigest(tx, bookId, MATERIALS)) === digest) return;
    await replacePieces(tx, bookId, pieces);
    const built = buildPiecePostings(
      open.map((piece) => piece.text),
      closed.map((piece) => piece.text),
    );
    await replacePostings(tx, { bookId, layer: MATERIALS }, { ...built, digest });
  });
}

/** Indexes the lectures of a book that was published before they were searched; false = there is none left. */
export async function indexNextMaterials(deps: IndexDeps): Promise<boolean> {
  const bookId = await findUnindexedMaterials(deps.db);
  if (bookId === null) return false;
  await indexMaterials(deps, bookId);
  return true;
}

/** Captions in each language, and descriptions of what is seen. A missing file has no words. */
async function readTracks({ storage, log }: IndexDeps, { id, content }: MaterialTexts): Promise<Cue[][]> {
  const tracks = [];
  for (const { file } of [...(content.captions ?? []), ...(content.descriptions ?? [])]) {
    if (await storage.find(file)) tracks.push(readCues(await text(storage.read(file))));
    else log.warn({ material: id, file }, 'captions are missing: they are not searched');
  }
  return tracks;
}
