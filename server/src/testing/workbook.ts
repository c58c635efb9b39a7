import { strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/**
 * A workbook as Excel writes it: a hidden sheet before the visible one, shared and inline strings, a string with two formats,
 * a phonetic hint, a formula, an empty row.
 */
export function workbook(sheet = STUDENTS): Buffer {
  const files = {
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
      <sheets><sheet name="Codes" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Students" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}><si><t>Given name</t></si><si><t>Last name</t></si>
      <si><r><rPr><b/></rPr><t>Haddad</t></r><r><t xml:space="preserve"> &amp; Sons</t></r></si>
      <si><t>李</t><rPh sb="0" eb="1"><t>リ</t></rPh></si></sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${MAIN}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': sheet,
  };
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

/** A workbook with these sheets; each value is the XML of the rows. */
export function workbookOf(sheets: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
      <sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      ${names.map((_name, index) => `<Relationship Id="r${index}" Target="worksheets/s${index}.xml"/>`).join('')}</Relationships>`,
  };
  names.forEach((name, index) => {
    files[`xl/worksheets/s${index}.xml`] =
      `${XML}<worksheet ${MAIN}><sheetData>${sheets[name]}</sheetData></worksheet>`;
  });
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

const STUDENTS = `${XML}<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>
  <x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c>
    <x:c r="C1" t="inlineStr"><x:is><x:t>E-mail</x:t></x:is></x:c></x:row>
  <x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t>Noor</x:t></x:is></x:c><x:c r="B2" t="s"><x:v>2</x:v></x:c>
    <x:c r="C2" t="str"><x:f>LOWER("X1@EXAMPLE.ORG")</x:f><x:v>x1@example.org</x:v></x:c></x:row>
  <x:row r="3"><x:c r="A3"/></x:row>
  <x:row r="4"><x:c r="A4" t="s"><x:v>3</x:v></x:c><x:c r="B4" t="inlineStr"><x:is><x:t>王</x:t></x:is></x:c>
    <x:c r="C4" t="inlineStr"><x:is><x:t>x2@example.org</x:t></x:is></x:c></x:row>
</x:sheetData></x:worksheet>`;
