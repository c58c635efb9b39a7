import { strToU8, type Zippable, zipSync } from 'fflate';
import type { ManifestQuestion } from '../manifest-questions.ts';
import type { QuestionPicture } from './question-file.ts';
import { addressOf, attribute, identifierOf, picturesOf, writeQtiItem, XML_HEAD } from './write-qti3-item.ts';

const ASI = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const CP = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const SCHEMAS = 'https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd';
const TEST = 'assessment.xml';
/* Names that this file adds are in capitals, which keys never are. */

/** Fixed, so that the same questions make the same bytes. */
const WRITTEN_AT = new Date('2020-01-01T00:00:00');

/**
 * Writes a QTI 3.0 package: the manifest, a test, each question as an item, and the pictures that questions name. A
 * picture that is named but not given is left out of the package.
 */
export function writeQti3(
  questions: readonly ManifestQuestion[],
  pictures: readonly QuestionPicture[],
  { title = 'Questions', language = 'en' }: { title?: string; language?: string } = {},
): Uint8Array {
  const given = new Set(pictures.map(({ name }) => name));
  const items = questions.map((question) => ({
    identifier: identifierOf(question.key),
    path: `items/${question.key}.xml`,
    xml: writeQtiItem(question, language),
    pictures: picturesOf(question).filter((name) => given.has(name)),
  }));
  const named = new Set(items.flatMap((item) => item.pictures));
  const files: Zippable = {
    'imsmanifest.xml': [strToU8(manifestOf(items)), { mtime: WRITTEN_AT }],
    [TEST]: [strToU8(testOf(items, title)), { mtime: WRITTEN_AT }],
  };
  for (const { path, xml } of items) files[path] = [strToU8(xml), { mtime: WRITTEN_AT }];
  // Pictures are compressed already.
  for (const { name, bytes } of pictures)
    if (named.has(name)) files[name] = [bytes, { level: 0, mtime: WRITTEN_AT }];
  return zipSync(files);
}

interface Item {
  readonly identifier: string;
  readonly path: string;
  readonly pictures: readonly string[];
}

function manifestOf(items: readonly Item[]): string {
  const resources = items.map(
    ({ identifier, path, pictures }) => `
    <resource identifier="${identifier}" type="imsqti_item_xmlv3p0" href="${path}">
      <file href="${path}"/>${pictures
        .map(
          (name) => `
      <file href="${addressOf(name)}"/>`,
        )
        .join('')}
    </resource>`,
  );
  const dependencies = items.map(
    ({ identifier }) => `
      <dependency identifierref="${identifier}"/>`,
  );
  return `${XML_HEAD}
<manifest xmlns="${CP}" ${XSI} identifier="PACKAGE"
  xsi:schemaLocation="${CP} ${SCHEMAS}/imsqtiv3p0_imscpv1p2_v1p0.xsd">
  <metadata>
    <schema>QTI Package</schema>
    <schemaversion>3.0.0</schemaversion>
  </metadata>
  <organizations/>
  <resources>
    <resource identifier="TEST" type="imsqti_test_xmlv3p0" href="${TEST}">
      <file href="${TEST}"/>${dependencies.join('')}
    </resource>${resources.join('')}
  </resources>
</manifest>
`;
}

function testOf(items: readonly Item[], title: string): string {
  const references = items.map(
    ({ identifier, path }) => `
      <qti-assessment-item-ref identifier="${identifier}" href="${path}"/>`,
  );
  return `${XML_HEAD}
<qti-assessment-test xmlns="${ASI}" ${XSI}
  xsi:schemaLocation="${ASI} ${SCHEMAS}/imsqti_asiv3p0_v1p0.xsd"
  identifier="TEST" title="${attribute(title)}">
  <qti-test-part identifier="PART" navigation-mode="nonlinear" submission-mode="individual">
    <qti-assessment-section identifier="SECTION" title="${attribute(title)}" visible="true">${references.join('')}
    </qti-assessment-section>
  </qti-test-part>
</qti-assessment-test>
`;
}
