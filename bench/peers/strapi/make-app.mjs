/**
 * Writes a Strapi project, as its content-type builder would: the content types, their core routes, controllers and
 * services, the middlewares of a new project, and one controller of our own for the submission of a quiz.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const text = { type: 'string' };
const long = { type: 'text' };
const number = { type: 'integer' };
const yes = { type: 'boolean' };
const one = (target) => ({ type: 'relation', relation: 'manyToOne', target });
const many = (target, mappedBy) => ({ type: 'relation', relation: 'oneToMany', target, mappedBy });
const api = (name) => `api::${name}.${name}`;
const USER = 'plugin::users-permissions.user';

/** Singular name, plural name, attributes. */
const TYPES = [
  ['category', 'categories', { name: text }],
  [
    'book',
    'books',
    {
      slug: text,
      title: text,
      author: text,
      language: text,
      price_cents: number,
      release_date: { type: 'date' },
      brief: long,
      cover: text,
      number_of_pages: number,
      category: one(api('category')),
    },
  ],
  ['progress', 'progresses', { user: one(USER), book: one(api('book')), page: number, state: text }],
  [
    'question',
    'questions',
    {
      position: number,
      question: long,
      book: one(api('book')),
      choices: { ...many(api('choice')), mappedBy: 'question' },
    },
  ],
  [
    'choice',
    'choices',
    { answer: text, correct: yes, question: { ...one(api('question')), inversedBy: 'choices' } },
  ],
  ['attempt', 'attempts', { user: one(USER), book: one(api('book')), score: number, total: number }],
  [
    'answer',
    'answers',
    {
      attempt: one(api('attempt')),
      question: one(api('question')),
      choice: one(api('choice')),
      correct: yes,
    },
  ],
];

const SUBMIT = `const { factories } = require('@strapi/strapi');
module.exports = factories.createCoreController('api::attempt.attempt', ({ strapi }) => ({
  /** Grades the answers and stores the attempt with them, in one transaction, by the document service. */
  async submit(ctx) {
    const { book, answers } = ctx.request.body.data;
    const choices = await strapi.documents('api::choice.choice').findMany({
      filters: { documentId: { $in: answers.map((answer) => answer.choice) } },
      limit: answers.length,
    });
    const right = new Map(choices.map((choice) => [choice.documentId, choice.correct]));
    const score = answers.filter((answer) => right.get(answer.choice)).length;
    await strapi.db.transaction(async () => {
      const attempt = await strapi.documents('api::attempt.attempt').create({
        data: { user: ctx.state.user.id, book, score, total: answers.length },
      });
      for (const { question, choice } of answers)
        await strapi.documents('api::answer.answer').create({
          data: { attempt: attempt.documentId, question, choice, correct: right.get(choice) },
        });
    });
    return { data: { score, total: answers.length } };
  },
}));
`;

export function makeApp(folder) {
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  };
  write('package.json', {
    name: 'peer',
    private: true,
    dependencies: { '@strapi/strapi': '5.54.0', '@strapi/plugin-users-permissions': '5.54.0' },
    strapi: { uuid: false, telemetryDisabled: true },
  });
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, plural, attributes] of TYPES) {
    write(`src/api/${name}/content-types/${name}/schema.json`, {
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    });
    for (const [part, factory] of [
      ['routes', 'createCoreRouter'],
      ['services', 'createCoreService'],
      ['controllers', 'createCoreController'],
    ])
      write(
        `src/api/${name}/${part}/${name}.js`,
        `module.exports = require('@strapi/strapi').factories.${factory}('${api(name)}');\n`,
      );
  }
  write('src/api/attempt/controllers/attempt.js', SUBMIT);
  write(
    'src/api/attempt/routes/submit.js',
    `module.exports = { routes: [{ method: 'POST', path: '/attempts/submit', handler: 'attempt.submit' }] };\n`,
  );
  write('src/index.js', 'module.exports = { register() {}, bootstrap() {} };\n');
  write(
    'config/server.js',
    `module.exports = ({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['a bench key', 'another'] } });\n`,
  );
  write(
    'config/admin.js',
    `module.exports = () => ({ serveAdminPanel: false, auth: { secret: 'a secret of the bench' },
  apiToken: { salt: 'a salt of the bench' }, transfer: { token: { salt: 'another salt' } },
  secrets: { encryptionKey: '0123456789abcdef0123456789abcdef' } });\n`,
  );
  write(
    'config/database.js',
    `module.exports = ({ env }) => ({ connection: { client: 'postgres',
  connection: { host: env('DATABASE_HOST'), database: env('DATABASE_NAME'), user: env('DATABASE_USER'), port: 5432 },
  pool: { min: 2, max: 16 } } });\n`,
  );
  write(
    'config/plugins.js',
    `module.exports = () => ({ 'users-permissions': { config: { jwtSecret: 'a secret of the bench',
  // All readers sign in from one address.
  ratelimit: { enabled: false } } } });\n`,
  );
  write(
    'config/api.js',
    'module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } };\n',
  );
  write(
    'config/middlewares.js',
    `module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy',
  'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public'];\n`,
  );
  mkdirSync(join(folder, 'public/uploads'), { recursive: true });
  mkdirSync(join(folder, 'database/migrations'), { recursive: true });
}
