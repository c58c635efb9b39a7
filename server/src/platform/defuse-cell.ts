/** A text that a spreadsheet would run as a formula is defused; for files whose numbers may be below zero. */
export const defuseCell = (text: string): string =>
  /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
