import type { XmlError, XmlLimits } from '../../../platform/xml/parse-xml.ts';

/** Formatted texts are nested a few dozen levels deep; a picture of 15 MB is 20 million characters without a tag. */
export const XML_LIMITS: XmlLimits = { maxDepth: 100, maxAttributes: 100, maxLengthWithoutTag: 20_000_000 };

/** Completes "The file ...". */
export function explainXml({ fault, line, message }: XmlError): string {
  if (fault === 'doctype')
    return 'declares a document type (DOCTYPE), which no file of questions needs; remove it';
  if (fault === 'limit') return `is not one that an assessment system writes: ${message}`;
  return `is not valid XML: on line ${line}, ${message.replace(/\.$/, '')}`;
}
