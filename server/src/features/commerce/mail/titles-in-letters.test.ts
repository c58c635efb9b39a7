import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewJob } from '../../../platform/define-job.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook, buildPackage, buildProgram, buildSubscription } from '../../../testing/factories.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { assessmentLetters } from '../../assessments/jobs.ts';
import { programLetters } from '../../programs/jobs.ts';
import { commerceLetters } from '../jobs.ts';

const TITLE = 'Cardiology” has ended. Pay at www.evil.example/pay or https://evil.example «now» "';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** The letter of a job to a new reader. */
async function letterOf(prepare: (userId: string) => Promise<NewJob>, language: 'en' | 'ar') {
  const reader = await app.person();
  await sql`update users set language = ${language} where id = ${reader.id}`.execute(app.deps.db);
  await enqueue(app.deps.db, await prepare(reader.id));
  const [mail] = await mailsTo(app, reader.email);
  return `${mail?.subject}\n${mail?.text}`;
}

const LETTERS: Readonly<Record<string, (userId: string) => Promise<NewJob>>> = {
  'a granted book': async (userId) => {
    const { id: bookId } = await buildBook(app.deps.db, { title: TITLE });
    const { id } = await buildSubscription(app.deps.db, { userId, bookId, renews: false });
    return commerceLetters.sendGranted({ subscription_id: id });
  },
  'a canceled bundle': async (userId) => {
    const { id: packageId } = await buildPackage(app.deps.db, { name: TITLE });
    const { id } = await buildSubscription(app.deps.db, { userId, packageId, renews: false });
    return commerceLetters.sendCancelled({ subscription_id: id });
  },
  'a corrected answer key': async (userId) => {
    const { id: book_id } = await buildBook(app.deps.db, { title: TITLE });
    return assessmentLetters.sendRegraded({ user_id: userId, book_id, changes: [] });
  },
  'a program': async (userId) => {
    const director = await app.person({ role: 'program_director' });
    const program = { name: TITLE, directorIds: [director.id], studentIds: [userId] };
    const { id: program_id } = await buildProgram(app.deps.db, program);
    return programLetters.welcomeStudent({ program_id, director_id: director.id, user_id: userId });
  },
};

describe.each(Object.entries(LETTERS))('a letter about %s', (_about, prepare) => {
  it.each(['en', 'ar'] as const)(
    'makes no link of the name, and no sentence of what follows it, in %s',
    async (language) => {
      const letter = await letterOf(prepare, language);
      expect(letter).toContain("Cardiology' has ended. Pay at");
      expect(letter).toContain(language === 'ar' ? 'مرحبًا' : 'Hello');
      expect(letter).not.toMatch(/www\.\S|evil\.example|Cardiology”|«now»|"/);
      // Our own addresses are links as before.
      expect(letter).toContain(`${app.deps.config.publicUrl}/`);
    },
  );
});

it.each([
  ['The ECG (2nd edition)', 'The ECG (2nd edition)'],
  ['Dr. Netter’s Atlas, Vol. 2', 'Dr. Netter’s Atlas, Vol. 2'],
  ['The “normal” heart', "The 'normal' heart"],
  ['Heart\nYour account is closed', 'Heart Your account is closed'],
  ['See evil.example', 'See evil. example'],
])('of the title %j a letter says %j', (title, text) => {
  expect(titleInLetter(title)).toBe(text);
});
