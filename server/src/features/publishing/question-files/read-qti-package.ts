import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { XmlError } from '../../../platform/xml/parse-xml.ts';
import type { ZipArchive } from '../../../platform/zip/read-zip.ts';
import { decodeBookText, NotText } from '../read-text.ts';
import { decodePath, embeddedPicture } from './picture-address.ts';
import { type QuestionFile, QuestionFileRefused } from './question-file.ts';
import { type FindPicture, QuestionList, tooManyQuestions } from './question-list.ts';
import { readQtiItem } from './read-qti-item.ts';
import { explainXml, XML_LIMITS } from './xml-limits.ts';
import { descendantsOf, parseTree, type XmlElement } from './xml-tree.ts';

const MANIFEST = 'imsmanifest.xml';
/** The maximum size of one XML file: an item with the longest texts has a tenth of it. */
const MAX_XML_BYTES = 5_000_000;

/** Reads a ZIP with items of QTI 2.1, 2.2 or 3.0, in the order of its test. The manifest is optional. */
export async function readQtiPackage(archive: ZipArchive): Promise<QuestionFile> {
  const names = checkNames(archive);
  const list = new QuestionList('QTI');
  const manifest = names.find((name) => name.toLowerCase().endsWith(MANIFEST));
  const root = manifest?.slice(0, -MANIFEST.length) ?? '';
  const listed = manifest ? await listedItems(archive, list, manifest, root) : [];
  const isListed = listed.length > 0;
  const paths = isListed ? listed : names.filter((name) => /\.xml$/i.test(name) && name !== manifest).sort();
  const nested = names.filter((name) => /\.(?:zip|tar|gz|7z|rar)$/i.test(name));
  if (nested[0])
    list.say('left_out', `The archive "${nested[0].slice(0, 100)}" inside the package is not opened.`);
  if (paths.length > MAX_QUESTIONS) throw tooManyQuestions();
  for (const path of paths) await readItemFile(archive, list, path, isListed);
  return list.result();
}

/**
 * Refuses suspicious names. Nothing is written to disk under these names, but no assessment system makes such a
 * package.
 */
function checkNames({ entries }: ZipArchive): string[] {
  for (const { name, isLink } of entries) {
    const shown = name.slice(0, 100);
    if (isLink) throw new QuestionFileRefused(`The package holds a link, "${shown}"; pack the file itself.`);
    const parts = name.split(/[\\/]/);
    if (parts.includes('..') || parts[0] === '' || /^[a-z]:/i.test(name))
      throw new QuestionFileRefused(`The package names a file outside of itself, "${shown}".`);
  }
  // Skips folders, and the files that macOS adds beside each file.
  return entries.map(({ name }) => name).filter((name) => !/[\\/]$|^__MACOSX\//.test(name));
}

/** Items in the order of the tests, then items outside of all tests. */
async function listedItems(
  archive: ZipArchive,
  list: QuestionList,
  manifest: string,
  root: string,
): Promise<string[]> {
  const tree = await readTree(archive, manifest);
  if (typeof tree === 'string')
    throw new QuestionFileRefused(`The list of the package, ${manifest}, ${tree}.`);
  const resources = [...descendantsOf(tree)].filter(({ name }) => name === 'resource');
  const ofKind = (kind: RegExp) =>
    resources.flatMap(({ attributes: { type = '', href } }) =>
      kind.test(type) && href ? [resolvePath(root, href) ?? href] : [],
    );
  if (resources.some(({ attributes: { type = '' } }) => /xmlv1p2|assessment\/x-bb|xmlv1p1/.test(type)))
    throw new QuestionFileRefused(OLD_QTI);
  const items = ofKind(/^imsqti_(?:apip)?item_xmlv[23]p/);
  const paths = new Set<string>();
  for (const test of ofKind(/^imsqti_(?:test|assessment)_xmlv[23]p/)) {
    const content = await readTree(archive, test);
    if (typeof content === 'string') list.say('refused', `The test ${test} ${content}.`);
    else for (const path of itemsOfTest(list, content, test)) paths.add(path);
  }
  for (const path of items) paths.add(path);
  return [...paths];
}

const RULES: Readonly<Record<string, string>> = {
  timelimits: 'time limits',
  selection: 'the choice of some questions of a section',
  ordering: 'the order of questions',
  precondition: 'conditions',
  branchrule: 'branches',
  weight: 'weights of questions',
  rubricblock: 'instructions',
  testfeedback: 'feedback of the test',
};

function itemsOfTest(list: QuestionList, test: XmlElement, path: string): string[] {
  const elements = [...descendantsOf(test)];
  const rules = Object.entries(RULES).filter(([name]) =>
    elements.some(
      (each) => each.name === name && !(name === 'weight' && Number(each.attributes.value) === 1),
    ),
  );
  if (rules.length > 0)
    list.say('left_out', `Rules of the test are left out: ${rules.map(([, words]) => words).join(', ')}.`);
  const sections = elements.filter(({ name }) => name === 'assessmentsection').length;
  if (sections > 1)
    list.say('left_out', `The ${sections} sections of the test are left out: its questions are one list.`);
  return elements
    .filter(({ name }) => name === 'assessmentitemref')
    .flatMap(({ attributes: { href } }) => (href ? [resolvePath(path, href) ?? href] : []));
}

async function readItemFile(
  archive: ZipArchive,
  list: QuestionList,
  path: string,
  isListed: boolean,
): Promise<void> {
  const tree = await readTree(archive, path);
  if (typeof tree === 'string') {
    list.begin({ title: path, line: null }).refuse(`The file ${path.slice(0, 100)} ${tree}.`);
    return;
  }
  if (tree.name === 'questestinterop') throw new QuestionFileRefused(OLD_QTI);
  if (tree.name === 'assessmentitem') await readQtiItem(list, tree, pictureFinder(archive, path), null);
  else if (isListed && tree.name !== 'assessmenttest')
    list
      .begin({ title: path, line: null })
      .refuse(`The file ${path.slice(0, 100)} holds no question of QTI.`);
}

/** The root of an XML file, or why it is not read, as in `is not in the package`. */
async function readTree(archive: ZipArchive, path: string): Promise<XmlElement | string> {
  const bytes = await readPart(archive, path);
  if (!bytes) return 'is not in the package';
  if (bytes.length > MAX_XML_BYTES) return 'is larger than 5 MB';
  try {
    return await parseTree(decodeBookText(bytes), XML_LIMITS);
  } catch (error) {
    if (error instanceof NotText) return error.message;
    if (error instanceof XmlError) return explainXml(error);
    throw error;
  }
}

async function readPart(archive: ZipArchive, path: string): Promise<Uint8Array | undefined> {
  const decoded = decodePath(path);
  return (
    (await archive.read(path)) ?? (await archive.read(decoded)) ?? archive.read(path.replaceAll('/', '\\'))
  );
}

function pictureFinder(archive: ZipArchive, itemPath: string): FindPicture {
  return async (source) => {
    const embedded = embeddedPicture(source);
    if (embedded) return embedded;
    if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return { name: source, problem: 'is not part of the package' };
    const path = resolvePath(itemPath, source.replace(/[?#].*$/, ''));
    const bytes = path === null ? undefined : await readPart(archive, path);
    if (path === null || !bytes) return { name: source, problem: 'is not part of the package' };
    return { name: decodePath(path), bytes };
  };
}

/** Resolves an address relative to a file of the package; null = it leads out of the package. */
function resolvePath(base: string, href: string): string | null {
  const parts = href.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const part of href.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export const OLD_QTI =
  'This is QTI 1.2, or a pool of Blackboard. Export the questions as QTI 2.1, 2.2 or 3.0 and choose them again.';
