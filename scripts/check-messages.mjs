/** Every message is used: a key of web/src/i18n/en that no source mentions fails. (Missing keys are type errors.) */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const web = resolve(import.meta.dirname, '../web/src');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n/') && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(web, name), 'utf8'))
  .join('\n');
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** @typedef {{ [key: string]: string | Messages }} Messages */
/** @type {(messages: Messages, prefix?: string) => string[]} */
const keysOf = (messages, prefix = '') =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );

/**
 * @param {string} file
 * @returns {Promise<Messages>}
 */
async function messagesOf(file) {
  const bundle = await rolldown({
    input: file,
    logLevel: 'silent',
    resolve: { conditionNames: ['source', 'import'] },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return (await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`))
    .default;
}

let unused = 0;
let total = 0;
for (const name of readdirSync(join(web, 'i18n/en'))) {
  for (const key of keysOf(await messagesOf(join(web, 'i18n/en', name)))) {
    total += 1;
    const bare = key.replace(PLURAL, '');
    // A dynamic key is found by its parent: t(`state.${name}`) uses all of `state.`
    const parents = bare.split('.').map((_part, index, parts) => `${parts.slice(0, index).join('.')}.`);
    // ... and t(`books.title_${kind}`) uses all keys with this prefix.
    const stem = bare.slice(0, bare.lastIndexOf('_') + 1);
    const used =
      (stem !== '' && sources.includes(`\`${stem}\${`)) ||
      [`'${bare}'`, `"${bare}"`, `\`${bare}\``, `:${bare}'`, `:${bare}\``].some((text) =>
        sources.includes(text),
      ) ||
      parents.some(
        (parent) =>
          parent.length > 1 && (sources.includes(`\`${parent}\${`) || sources.includes(`:${parent}\${`)),
      );
    if (used) continue;
    console.error(`${basename(name, '.ts')}: nothing uses ${key}`);
    unused += 1;
  }
}
console.log(unused === 0 ? `messages: ${total} in use` : `messages: ${unused} of ${total} unused`);
process.exit(unused === 0 ? 0 : 1);
