import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../testing/book-folder.ts';
import type { ManifestQuestion } from '../manifest-questions.ts';
import { writeQti3 } from './write-qti3.ts';
import { XML_LIMITS } from './xml-limits.ts';
import { childNamed, descendantsOf, elementsOf, parseTree, textOf, type XmlElement } from './xml-tree.ts';

const QUESTIONS: ManifestQuestion[] = [
  {
    key: '1st',
    question: 'Which <valve> & why?\n\nLook at "it".',
    image: 'figures/a b.png',
    justification: 'Because.',
    page: 7,
    section: 'valves',
    keep_order: false,
    choices: [
      { answer: 'Mitral', correct: false },
      { image: 'c.png', correct: true },
    ],
  },
  {
    key: 'second',
    question: 'Two  spaces',
    choices: [
      { answer: 'x', correct: true },
      { answer: 'y', correct: false },
    ],
  },
];
/** The order that the schema of an item requires. */
const ITEM_PARTS = [
  'responsedeclaration',
  'outcomedeclaration',
  'itembody',
  'responseprocessing',
  'modalfeedback',
];
const NAME = /^[A-Za-z_][\w.-]*$/;

async function written() {
  const bytes = await picture(8, 8);
  const pictures = ['figures/a b.png', 'c.png', 'unused.png'].map((name) => ({ name, bytes }));
  const files = unzipSync(writeQti3(QUESTIONS, pictures, { title: 'Heart & lungs', language: 'de' }));
  const tree = (name: string) => parseTree(strFromU8(files[name] ?? new Uint8Array()), XML_LIMITS);
  return { files, tree, manifest: await tree('imsmanifest.xml') };
}
const namesOf = (elements: XmlElement[], attribute: string) =>
  elements.flatMap(({ attributes }) => attributes[attribute] ?? []);

describe('a package of QTI 3.0', () => {
  it('lists every file that it holds, and holds every file that it lists', async () => {
    const { files, manifest } = await written();
    const listed = [...descendantsOf(manifest)].filter(({ name }) => name === 'file');
    const paths = namesOf(listed, 'href').map(decodeURIComponent);
    expect(new Set(paths)).toEqual(new Set(Object.keys(files).filter((name) => name !== 'imsmanifest.xml')));
    expect(paths).not.toContain('unused.png');
  });

  it('names each resource once, by an XML name, and depends only on existing resources', async () => {
    const { manifest } = await written();
    const elements = [...descendantsOf(manifest)];
    const resources = elements.filter(({ name }) => name === 'resource');
    const names = namesOf(resources, 'identifier');
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(NAME);
    expect(namesOf(resources, 'type')).toEqual([
      'imsqti_test_xmlv3p0',
      'imsqti_item_xmlv3p0',
      'imsqti_item_xmlv3p0',
    ]);
    const needed = namesOf(
      elements.filter(({ name }) => name === 'dependency'),
      'identifierref',
    );
    expect(needed).toEqual(names.slice(1));
    const metadata = childNamed(manifest, 'metadata') as XmlElement;
    expect(elementsOf(metadata).map(textOf)).toEqual(['QTI Package', '3.0.0']);
  });

  it('has a test that asks its items in their order', async () => {
    const { files, tree } = await written();
    const test = await tree('assessment.xml');
    expect(test.attributes.title).toBe('Heart & lungs');
    const references = [...descendantsOf(test)].filter(({ name }) => name === 'assessmentitemref');
    expect(namesOf(references, 'identifier')).toEqual(['_1st', 'second']);
    for (const path of namesOf(references, 'href')) expect(Object.keys(files)).toContain(path);
  });

  it('has items with their parts in the order of the specification', async () => {
    const { files, tree } = await written();
    for (const path of ['items/1st.xml', 'items/second.xml']) {
      const item = await tree(path);
      expect(item.attributes).toMatchObject({ adaptive: 'false', timedependent: 'false', lang: 'de' });
      const places = elementsOf(item).map(({ name }) => ITEM_PARTS.indexOf(name));
      expect(places).toEqual([...places].sort());
      expect(places).not.toContain(-1);
      const body = childNamed(item, 'itembody') as XmlElement;
      for (const { name } of elementsOf(body)) expect(['p', 'pre', 'choiceinteraction']).toContain(name);
      const choices = [...descendantsOf(body)].filter(({ name }) => name === 'simplechoice');
      const right = [...descendantsOf(childNamed(item, 'responsedeclaration') as XmlElement)].find(
        ({ name }) => name === 'value',
      );
      expect(namesOf(choices, 'identifier')).toContain(textOf(right));
      const declared = namesOf(
        elementsOf(item).filter(({ name }) => /declaration$/.test(name)),
        'identifier',
      );
      for (const { name, attributes } of descendantsOf(item))
        if (/^(?:variable|correct|setoutcomevalue)$/.test(name))
          expect(declared).toContain(attributes.identifier);
      for (const { name, attributes } of descendantsOf(body))
        if (name === 'img')
          expect(Object.keys(files)).toContain(decodeURIComponent(attributes.src?.slice(3) ?? ''));
    }
  });
});
