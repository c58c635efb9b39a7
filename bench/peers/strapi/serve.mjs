/**
 * `node serve.mjs <app folder>`: starts Strapi on an empty database, fills it through its own document service, lets
 * signed-in readers do what the measurement does, and tells the parent the ids.
 */
import { createRequire } from 'node:module';
import * as rows from '../rows.mjs';

const [folder] = process.argv.slice(2);
process.chdir(folder);
const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi');
const strapi = await createStrapi({ appDir: folder, distDir: folder }).start();
process.once('disconnect', () => process.exit());

const role = await strapi.db
  .query('plugin::users-permissions.role')
  .findOne({ where: { type: 'authenticated' } });
for (const action of [
  'api::book.book.find',
  'api::book.book.findOne',
  'api::category.category.find',
  'api::category.category.findOne',
  'api::progress.progress.find',
  'api::progress.progress.findOne',
  'api::progress.progress.update',
  'api::attempt.attempt.submit',
])
  await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });

const create = (name, data) => strapi.documents(`api::${name}.${name}`).create({ data });
const categories = new Map();
for (const name of rows.CATEGORIES) categories.set(name, (await create('category', { name })).documentId);
let book;
for (const { category, ...data } of rows.books)
  book = (await create('book', { ...data, category: categories.get(category) })).documentId;
const answers = [];
for (const { choices, ...data } of rows.questions) {
  const question = (await create('question', { ...data, book })).documentId;
  const ids = [];
  for (const choice of choices) ids.push((await create('choice', { ...choice, question })).documentId);
  answers.push({ question, choice: ids[data.position % ids.length] });
}
const readers = [];
for (let number = 0; number < rows.READERS; number += 1) {
  const email = rows.emailOf(number);
  const user = await strapi.plugin('users-permissions').service('user').add({
    username: email,
    email,
    password: rows.PASSWORD,
    provider: 'local',
    confirmed: true,
    role: role.id,
  });
  const progress = await create('progress', { user: user.id, book, page: 1, state: 'in_progress' });
  readers.push({ email, progress: progress.documentId });
}
process.send?.({ book, answers, readers });
