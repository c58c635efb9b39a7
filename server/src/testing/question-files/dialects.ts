import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { strToU8, zipSync } from 'fflate';
import { stringify as stringifyYaml } from 'yaml';
import type { ManifestQuestion } from '../../features/publishing/manifest-questions.ts';
import { workbookOf } from '../workbook.ts';

/* The same questions in the formats of other systems. None of these formats has pages, sections or images. */

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const letter = (index: number) => String.fromCharCode(65 + index);
const rightOf = ({ choices }: ManifestQuestion) => letter(choices.findIndex(({ correct }) => correct));
const bytes = (text: string) => Buffer.from(text);

export function toMoodleXml(questions: readonly ManifestQuestion[]): Buffer {
  const html = (text: string) => `<text><![CDATA[<p dir="ltr">${escapeXml(text)}<br></p>]]></text>`;
  const items = questions.map(
    ({ key, question, justification = '', choices }) => `
  <question type="multichoice">
    <name><text>${key}</text></name>
    <questiontext format="html">${html(question)}</questiontext>
    <generalfeedback format="html">${justification === '' ? '<text></text>' : html(justification)}</generalfeedback>
    <defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><idnumber></idnumber>
    <single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>
    <correctfeedback format="html"><text>Your answer is correct.</text></correctfeedback>
    ${choices
      .map(
        ({ answer = '', correct }) =>
          `<answer fraction="${correct ? 100 : 0}" format="html">${html(answer)}<feedback format="html"><text></text></feedback></answer>`,
      )
      .join('\n    ')}
  </question>`,
  );
  return bytes(`${HEAD}
<quiz>
  <question type="category"><category><text>$course$/top/Anatomy</text></category></question>${items.join('')}
</quiz>`);
}

export function toGift(questions: readonly ManifestQuestion[]): Buffer {
  const escaped = (text: string) => text.replace(/[~=#{}:\\]/g, (sign) => `\\${sign}`);
  const items = questions.map(
    ({ key, question, justification, choices }) => `// question: 12  name: ${key}
::${key}::[html]<p>${escaped(escapeXml(question))}</p>{
${choices.map(({ answer = '', correct }) => `\t${correct ? '=' : '~'}<p>${escaped(escapeXml(answer))}</p>`).join('\n')}
${justification === undefined ? '' : `\t####${escaped(escapeXml(justification))}\n`}}
`,
  );
  return bytes(`$CATEGORY: $course$/top/Anatomy\n\n${items.join('\n')}`);
}

export const toAiken = (questions: readonly ManifestQuestion[]): Buffer =>
  bytes(
    questions
      .map(
        (question) =>
          `${question.question}\n${question.choices.map(({ answer }, index) => `${letter(index)}. ${answer}`).join('\n')}\nANSWER: ${rightOf(question)}\n`,
      )
      .join('\n'),
  );

const tableOf = (questions: readonly ManifestQuestion[]): string[][] => [
  ['No.', 'Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Correct answer', 'Explanation'],
  ...questions.map((question, index) => [
    String(index + 1),
    question.question,
    ...question.choices.map(({ answer = '' }) => answer),
    rightOf(question),
    question.justification ?? '',
  ]),
];

export const toTeachersCsv = (questions: readonly ManifestQuestion[]): Buffer =>
  bytes(stringifyCsv(tableOf(questions), { delimiter: ';', bom: true }));

/** Without a header row; a star marks the correct choice. */
export const toStarredCsv = (questions: readonly ManifestQuestion[]): Buffer =>
  bytes(
    stringifyCsv(
      questions.map(({ question, choices }) => [
        question,
        ...choices.map(({ answer = '', correct }) => (correct ? `* ${answer}` : answer)),
      ]),
    ),
  );

export const toXlsx = (questions: readonly ManifestQuestion[]): Buffer =>
  workbookOf({
    Cover: '<row r="1"><c t="inlineStr"><is><t>Questions of the spring term</t></is></c></row>',
    Questions: tableOf(questions)
      .map(
        (cells, index) =>
          `<row r="${index + 1}">${cells.map((cell) => `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`).join('')}</row>`,
      )
      .join(''),
  });

export const toYaml = (questions: readonly ManifestQuestion[]): Buffer => bytes(stringifyYaml(questions));

/** As TAO writes packages: a folder per item, choices with long identifiers, a mapping next to the answer. */
export function toQti2(questions: readonly ManifestQuestion[], version: '2p1' | '2p2'): Buffer {
  const namespace = `http://www.imsglobal.org/xsd/imsqti_v${version}`;
  const item = ({ key, question, justification, choices }: ManifestQuestion) => {
    const named = choices.map((choice, index) => ({ ...choice, id: `choice_${index}_${key}` }));
    const right = named.find(({ correct }) => correct)?.id;
    return `${HEAD}
<assessmentItem xmlns="${namespace}" xmlns:m="http://www.w3.org/1998/Math/MathML" identifier="${key}" title="${key}"
  label="${key}" xml:lang="en-US" adaptive="false" timeDependent="false" toolName="TAO" toolVersion="2024.06">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse><value><![CDATA[${right}]]></value></correctResponse>
    <mapping defaultValue="0"><mapEntry mapKey="${right}" mappedValue="1"/></mapping>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="1"/>
  <itemBody><div class="grid-row"><div class="col-12">
    <choiceInteraction responseIdentifier="RESPONSE" maxChoices="1" minChoices="0" orientation="vertical">
      <prompt>${escapeXml(question)}</prompt>
      ${named.map(({ id, answer = '' }) => `<simpleChoice identifier="${id}" fixed="false" showHide="show">${escapeXml(answer)}</simpleChoice>`).join('\n      ')}
    </choiceInteraction>
  </div></div></itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v${version}/rptemplates/match_correct"/>${
    justification === undefined
      ? ''
      : `\n  <modalFeedback identifier="feedback" outcomeIdentifier="FEEDBACK" showHide="show">${escapeXml(justification)}</modalFeedback>`
  }
</assessmentItem>`;
  };
  const files: Record<string, Uint8Array> = {
    'imsmanifest.xml': strToU8(`${HEAD}
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="MANIFEST-1">
  <metadata><schema>QTIv2.2 Package</schema><schemaversion>1.0.0</schemaversion></metadata><organizations/>
  <resources>
    <resource identifier="test" type="imsqti_test_xmlv${version}" href="tests/t1/test.xml"><file href="tests/t1/test.xml"/></resource>
    ${[...questions]
      .reverse()
      .map(
        ({ key }) =>
          `<resource identifier="${key}" type="imsqti_item_xmlv${version}" href="items/${key}/qti.xml"><file href="items/${key}/qti.xml"/></resource>`,
      )
      .join('\n    ')}
  </resources>
</manifest>`),
    'tests/t1/test.xml': strToU8(`${HEAD}
<assessmentTest xmlns="${namespace}" identifier="test" title="Test">
  <testPart identifier="part" navigationMode="nonlinear" submissionMode="simultaneous">
    <assessmentSection identifier="section" title="Section" visible="true">
      ${questions.map(({ key }) => `<assessmentItemRef identifier="${key}" href="../../items/${key}/qti.xml"/>`).join('\n      ')}
    </assessmentSection>
  </testPart>
</assessmentTest>`),
  };
  for (const question of questions) files[`items/${question.key}/qti.xml`] = strToU8(item(question));
  return Buffer.from(zipSync(files));
}
