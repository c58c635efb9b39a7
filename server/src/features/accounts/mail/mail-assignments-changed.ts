import type { z } from 'zod';
import type { Deps } from '../../../platform/deps.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { accountLetters } from '../jobs.ts';
import { findUserById } from '../queries.ts';
import { listBack } from './assigned-books.ts';
import { assignmentsChangedLetter } from './assignment-letters.ts';
import { addedInLetter } from './assignments-in-letter.ts';
import { mailPerson } from './mail-person.ts';

type Change = z.output<typeof accountLetters.sendAssignmentsChanged.schema>;

/** Names what has changed until now: nothing that is back, and nothing new that was taken away again. */
export async function mailAssignmentsChanged(
  deps: Deps,
  { user_id: userId, ended, remaining, gone, produced, kept, added }: Change,
  jobId: string,
): Promise<void> {
  const { db, clock, config } = deps;
  const person = await findUserById(db, userId, clock.now());
  if (!person) return;
  const back = await listBack(db, userId, gone);
  const producedAgain = await listBack(db, userId, produced, 'producer');
  const names = ended.filter((name) => !back.includes(name));
  const notProduced = produced.map(({ name }) => name).filter((name) => !producedAgain.includes(name));
  const { sentences, ...links } = await addedInLetter(deps, person, added);
  if (names.length === 0 && notProduced.length === 0 && sentences.length === 0) return;
  const keptNames = kept ? await listBack(db, userId, kept) : remaining;
  await mailPerson(deps, userId, jobId, (addressee) => ({
    ...assignmentsChangedLetter(addressee, `${config.publicUrl}/`, {
      ended: names.map(titleInLetter),
      notProduced: notProduced.map(titleInLetter),
      remaining: [...new Set([...keptNames, ...back])].map(titleInLetter),
      added: sentences,
    }),
    ...links,
  }));
}
