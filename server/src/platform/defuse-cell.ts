/** Escapes a text that a spreadsheet would run as a formula; for files whose numbers may be negative. */
export const defuseCell = (text: string): string =>
  /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
