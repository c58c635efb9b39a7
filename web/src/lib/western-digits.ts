/** Digits of an Arabic or Persian keyboard as Western ones, and the decimal separator of the Arabic script as a point. */
export const westernDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\u066b/g, '.');
