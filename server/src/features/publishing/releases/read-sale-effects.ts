import type { SaleEffects } from '@vesalius/contract/work-releases';
import type { Deps } from '../../../platform/deps.ts';
import type { Actor } from '../../accounts/actor.ts';
import { roundedReaders } from '../life/rounded.ts';
import { demandWork } from '../studio/access.ts';
import {
  type BookHolders,
  type BookInBundles,
  findBookHolders,
  findReplacedEdition,
} from './sale-effects-queries.ts';

/** The users that are affected when a book leaves the shop. Producers see rounded numbers of readers, as authors do. */
export async function readSaleEffects(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
): Promise<SaleEffects> {
  await demandWork(db, actor, workId, 'edit');
  const now = clock.now();
  const [book, replaced] = await Promise.all([
    findBookHolders(db, workId, now),
    findReplacedEdition(db, workId, now),
  ]);
  const told = (count: number) => (actor.role === 'staff' ? count : roundedReaders(count));
  const present = ({ subscribers, renewals, institutions, programs }: BookHolders) => ({
    number_of_subscribers: told(subscribers),
    number_of_renewals: told(renewals),
    number_of_institutions: told(institutions),
    number_of_programs: told(programs),
  });
  return {
    book: book && {
      ...present(book),
      bundles: presentBundles(book),
    },
    replaced: replaced && {
      ...present(replaced),
      bundles: presentBundles(replaced),
      ...{ title: replaced.title, edition: replaced.edition, readable_until: replaced.readableUntil },
    },
  };
}

const presentBundles = ({ bundles }: BookInBundles) =>
  bundles.map(({ name, books, isDear }) => ({ name, number_of_books: books, is_dear: isDear }));
