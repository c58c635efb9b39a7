import type { ManifestQuestion } from '../manifest-questions.ts';
import { shorten } from './plain-text.ts';
import { OWN_ATTRIBUTES } from './qti-attributes.ts';
import { letterOf } from './table-columns.ts';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const ASI = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const SCHEMA = 'https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd';
const MATCH_CORRECT = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml';

/** An XML name begins with a letter or `_`. */
export const identifierOf = (key: string): string => (/^\d/.test(key) ? `_${key}` : key);

/** Encodes a path as an address. */
export const addressOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export const picturesOf = ({ image, justification_image, choices }: ManifestQuestion): string[] => [
  ...new Set(
    [image, justification_image, ...choices.map((choice) => choice.image)].filter(
      (name) => name !== undefined,
    ),
  ),
];

/** Invisible characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFE\uFFFF\uFDD0-\uFDEF]|\p{Surrogate}/gu;

const escapeText = (text: string): string =>
  text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
export const attribute = (text: string): string =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', ' ').replaceAll('\t', ' ');

/** Text with spaces that a browser would collapse. */
const HAS_KEPT_SPACES = /[\t\r\u00a0]| {2}|^ | $| \n|\n /;
/** Text that would be read as a formula if it were not preformatted. */
const HAS_DELIMITERS = /\\\(|\\\[|\$\$/;

/** Blank lines separate paragraphs, and line ends become breaks; where spaces matter, the text is preformatted. */
function flow(text: string): string {
  if ([HAS_KEPT_SPACES, HAS_DELIMITERS, /\n{3}/].some((odd) => odd.test(text)))
    return `<pre>${escapeText(text)}</pre>`;
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br/>')}</p>`)
    .join('');
}

const picture = (name: string | undefined): string =>
  name === undefined ? '' : `<p><img src="../${addressOf(name)}" alt=""/></p>`;

/** Writes one question as an item: its text, its choices, and its justification as feedback for any choice. */
export function writeQtiItem(question: ManifestQuestion, language: string): string {
  const { key, choices, keep_order, justification = '', justification_image } = question;
  const hasFeedback = justification !== '' || justification_image !== undefined;
  const own = [
    question.page === undefined ? '' : ` ${OWN_ATTRIBUTES.page}="${question.page}"`,
    question.section === undefined ? '' : ` ${OWN_ATTRIBUTES.section}="${attribute(question.section)}"`,
  ].join('');
  const shuffle = keep_order === undefined ? '' : ` shuffle="${!keep_order}"`;
  const simpleChoices = choices.map(
    ({ answer, image }, index) => `
      <qti-simple-choice identifier="${letterOf(index)}">${answer === undefined ? '' : flow(answer)}${picture(image)}</qti-simple-choice>`,
  );
  const right = letterOf(choices.findIndex(({ correct }) => correct));
  return `${XML_HEAD}
<qti-assessment-item xmlns="${ASI}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="${ASI} ${SCHEMA}"
  identifier="${identifierOf(key)}" title="${attribute(shorten(question.question, 100))}" xml:lang="${attribute(language)}"
  adaptive="false" time-dependent="false" tool-name="Vesalius">
  <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier">
    <qti-correct-response><qti-value>${right}</qti-value></qti-correct-response>
  </qti-response-declaration>
  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float">
    <qti-default-value><qti-value>0</qti-value></qti-default-value>
  </qti-outcome-declaration>${hasFeedback ? FEEDBACK_DECLARATION : ''}
  <qti-item-body${own}>
    ${flow(question.question)}${picture(question.image)}
    <qti-choice-interaction response-identifier="RESPONSE" max-choices="1"${shuffle}>${simpleChoices.join('')}
    </qti-choice-interaction>
  </qti-item-body>${hasFeedback ? FEEDBACK_PROCESSING : `\n  <qti-response-processing template="${MATCH_CORRECT}"/>`}${
    hasFeedback
      ? `
  <qti-modal-feedback outcome-identifier="FEEDBACK" identifier="JUSTIFICATION" show-hide="show">
    <qti-content-body>${justification === '' ? '' : flow(justification)}${picture(justification_image)}</qti-content-body>
  </qti-modal-feedback>`
      : ''
  }
</qti-assessment-item>
`;
}

const FEEDBACK_DECLARATION = `
  <qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>`;
const FEEDBACK_PROCESSING = `
  <qti-response-processing>
    <qti-response-condition>
      <qti-response-if>
        <qti-match><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-match>
        <qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">1</qti-base-value></qti-set-outcome-value>
      </qti-response-if>
      <qti-response-else>
        <qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">0</qti-base-value></qti-set-outcome-value>
      </qti-response-else>
    </qti-response-condition>
    <qti-set-outcome-value identifier="FEEDBACK"><qti-base-value base-type="identifier">JUSTIFICATION</qti-base-value></qti-set-outcome-value>
  </qti-response-processing>`;
