import { describe, expect, it } from 'vitest';
import { YamlSource } from './yaml-source.ts';

const mistakesOf = (text: string) =>
  new YamlSource('questions.yaml', text).syntaxMistakes.map(({ line, text: words }) => [line, words]);

describe('a file that is not YAML says where, and what to do', () => {
  it.each([
    [
      'a colon in a text',
      '- choices:\n    - answer: Ratio: the value of 3: 1\n    - answer: two\n',
      [[2, 'has a colon inside its text; put the text in quotes']],
    ],
    [
      'a quote that is never closed, at the line where it begins',
      '- key: q1\n  question: "What is this\n  choices:\n    - answer: one\n- key: q2\n',
      [[2, 'has a quote that is never closed; close it on its line']],
    ],
    [
      'text behind a quote',
      "- key: q1\n  question: 'It's this'\n",
      [[2, 'goes on behind its closing quote; put the whole text in the other kind of quotes']],
    ],
    [
      'tabs, each line once',
      '- key: q1\n\tquestion: x\n\tchoices:\n',
      [
        [2, 'is indented with a tab; use spaces'],
        [3, 'is indented with a tab; use spaces'],
      ],
    ],
    [
      'a key that stands twice, with its first line',
      '- key: q1\n  question: x\n  key: q2\n',
      [[3, 'says "key" a second time; the first is on line 1']],
    ],
    [
      'a character that begins no text',
      '- answer: "5 %"\n- answer: %5\n',
      [[2, 'begins with "%", which YAML keeps for itself; put the text in quotes']],
    ],
    [
      'whatever else it is, in the words of the parser',
      '- answer: [a, b\n',
      [[2, expect.stringMatching(/^is not valid YAML: /)]],
    ],
  ])('%s', (_name, text, mistakes) => {
    expect(mistakesOf(text)).toEqual(mistakes);
  });

  it.each([
    ['an alias without its anchor', 'a: [*b]\n', /Unresolved alias/],
    [
      'aliases of aliases',
      `${['a', 'b', 'c', 'd'].map((key, at, all) => `${key}: &${key} [${Array(9).fill(at === 0 ? 'x' : `*${all[at - 1]}`)}]`).join('\n')}\n`,
      /Excessive alias count/,
    ],
    ['lists within each other, closed or not', `a: ${'['.repeat(5000)}`, /more than 100 deep/],
    ['dashes within each other', `${'- '.repeat(5000)}x`, /more than 100 deep/],
    ['maps within each other', `${'{a: '.repeat(3000)}x${'}'.repeat(3000)}`, /more than 100 deep/],
  ])('%s, and goes on', (_name, text, words) => {
    expect(mistakesOf(text)).toEqual([[null, expect.stringMatching(words)]]);
  });

  it('reports no unique keys, and the first ten of many repeated ones', () => {
    const keys = Array.from({ length: 3000 }, (_none, index) => `key${index}: 1\n`).join('');
    expect(new YamlSource('book.yaml', keys).value).toHaveProperty('key2999', 1);
    const mistakes = mistakesOf(keys + keys);
    expect(mistakes[0]).toEqual([3001, 'says "key0" a second time; the first is on line 1']);
    expect(mistakes.at(-1)?.[1]).toBe('and 2990 more lines; correct the first ones and check again');
  });

  it('reports the first ten of hundreds', () => {
    const mistakes = mistakesOf(`- key: q\n${'\tanswer: x\n'.repeat(300)}`);
    expect(mistakes).toHaveLength(11);
    expect(mistakes[10]?.[1]).toBe('and 290 more lines; correct the first ones and check again');
  });
});
