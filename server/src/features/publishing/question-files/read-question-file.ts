import { UnreadableFile } from '../../../platform/spreadsheet/unreadable-file.ts';
import { XmlError } from '../../../platform/xml/parse-xml.ts';
import { openZip, ZipError } from '../../../platform/zip/read-zip.ts';
import { decodeBookText, NotText } from '../read-text.ts';
import { beginsWith, COMPOUND_FILE, isArchive, isXml, refusalOfSize } from './apart-protocol.ts';
import { type QuestionFile, QuestionFileRefused, type QuestionFormat, refusedFile } from './question-file.ts';
import { QuestionList } from './question-list.ts';
import { isAiken, readAiken } from './read-aiken.ts';
import { isGift, readGift } from './read-gift.ts';
import { readMoodleXml } from './read-moodle-xml.ts';
import { readQtiItem } from './read-qti-item.ts';
import { OLD_QTI, readQtiPackage } from './read-qti-package.ts';
import { readQuestionTable } from './read-question-table.ts';
import { isQuestionYaml, readQuestionYaml } from './read-question-yaml.ts';
import { isHeadings } from './table-columns.ts';
import { explainXml, XML_LIMITS } from './xml-limits.ts';
import { parseTree } from './xml-tree.ts';

const MAX_UNPACKED_BYTES = 100_000_000;

/**
 * Reads the questions of a file in any supported format, which its content determines; `name` is only used to explain
 * an unsupported one. Errors of the file and parts that are not imported are in the findings: it throws for internal
 * errors only. For untrusted files call `readQuestionFileApart`, which limits time and memory.
 */
export async function readQuestionFile(bytes: Uint8Array, name: string): Promise<QuestionFile> {
  const format = { known: null as QuestionFormat | null };
  try {
    return await readAs(bytes, name, format);
  } catch (error) {
    return refusedFile(format.known, ...explain(error, bytes));
  }
}

function explain(error: unknown, bytes: Uint8Array): [text: string, line: number | null] {
  if (error instanceof QuestionFileRefused) return [error.message, error.line];
  if (error instanceof UnreadableFile) return [error.message, null];
  if (error instanceof XmlError) return [`The file ${explainXml(error)}.`, error.line];
  if (error instanceof ZipError) return [`The file ${error.message}.`, null];
  if (error instanceof NotText) {
    const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
    const declared = /^<\?xml[^>]{0,100}encoding=["']([\w.-]{1,40})/.exec(start)?.[1];
    if (declared && !/^utf-?8$/i.test(declared))
      return [`The file is encoded in ${declared}; save it as UTF-8.`, error.line];
    return [`The file ${error.message}.`, error.line];
  }
  // For archives with invalid offsets or lengths.
  if (
    isArchive(bytes) &&
    (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_'))
  )
    return ['The archive is damaged.', null];
  throw error;
}

async function readAs(
  bytes: Uint8Array,
  name: string,
  format: { known: QuestionFormat | null },
): Promise<QuestionFile> {
  if (bytes.length === 0) throw new QuestionFileRefused('The file is empty.');
  const refusal = refusalOfSize(bytes);
  if (refusal) throw new QuestionFileRefused(refusal);
  if (beginsWith(bytes, COMPOUND_FILE)) return await readQuestionTable(bytes);
  if (isArchive(bytes)) {
    const archive = openZip(bytes, MAX_UNPACKED_BYTES);
    format.known = archive.entries.some((entry) => entry.name === 'xl/workbook.xml') ? 'Excel' : 'QTI';
    return format.known === 'Excel' ? await readQuestionTable(bytes) : await readQtiPackage(archive);
  }
  const text = decodeBookText(bytes);
  if (text.includes('\0')) throw new QuestionFileRefused('The file is no text: it holds NUL characters.');
  if (text.trim() === '') throw new QuestionFileRefused('The file is empty.');
  if (isXml(bytes)) return await readXml(text, format);
  format.known = recognizeText(text);
  switch (format.known) {
    case 'YAML':
      return await readQuestionYaml(text);
    case 'Aiken':
      return await readAiken(text);
    case 'GIFT':
      return await readGift(text);
    case 'CSV':
      return await readQuestionTable(bytes);
    default:
      throw new QuestionFileRefused(
        `"${name.slice(0, 100)}" is in none of the formats that can be read: QTI, Moodle XML, GIFT, Aiken, CSV, Excel or YAML.`,
      );
  }
}

async function readXml(text: string, format: { known: QuestionFormat | null }): Promise<QuestionFile> {
  const body = text.trimStart();
  const root = /<(?![?!])(?:[\w.-]{1,100}:)?([\w.-]{1,100})/.exec(body.slice(0, 20_000))?.[1] ?? '';
  if (root === 'quiz') {
    format.known = 'Moodle XML';
    return await readMoodleXml(body);
  }
  if (/^(?:assessmentItem|qti-assessment-item)$/.test(root)) {
    format.known = 'QTI';
    const list = new QuestionList('QTI');
    const tree = await parseTree(body, XML_LIMITS);
    await readQtiItem(list, tree, async (source) => ({ name: source, problem: 'is not part of the file' }));
    return list.result();
  }
  if (root === 'questestinterop') throw new QuestionFileRefused(OLD_QTI);
  if (/^(?:assessmentTest|qti-assessment-test|manifest)$/.test(root))
    throw new QuestionFileRefused(
      'The file names questions and holds none. Choose the whole package, which is a ZIP file.',
    );
  throw new QuestionFileRefused(
    root === ''
      ? 'The file begins as XML, and there is no element in it.'
      : `The file is XML of another kind ("${root}"); Moodle XML and QTI can be read.`,
  );
}

function recognizeText(text: string): QuestionFormat | null {
  if (isQuestionYaml(text)) return 'YAML';
  const [firstLine = ''] = text.slice(0, 20_000).split(/\r\n|\n|\r/, 1);
  if (isHeadings({ row: 1, cells: firstLine.replaceAll('"', '').split(/[,;\t]/) })) return 'CSV';
  if (isAiken(text)) return 'Aiken';
  if (isGift(text)) return 'GIFT';
  return isTable(text) ? 'CSV' : null;
}

/** Whether lines have the same separator. */
function isTable(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  return ['\t', ';', ','].some(
    (separator) => lines.filter((line) => line.split(separator).length > 3).length * 2 > lines.length,
  );
}
