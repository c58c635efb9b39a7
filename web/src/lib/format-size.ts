const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;

/** "84 MB" in the reader's language. */
export function formatSize(bytes: number, language: string): string {
  const [value, unit] = inUnit(bytes);
  return new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

function inUnit(bytes: number): [value: number, unit: 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte'] {
  if (bytes >= 1000 * MEGABYTE) return [bytes / (1000 * MEGABYTE), 'gigabyte'];
  // Nothing at all is a part of megabytes, too.
  if (bytes >= MEGABYTE / 10 || bytes === 0) return [bytes / MEGABYTE, 'megabyte'];
  return bytes >= KILOBYTE ? [bytes / KILOBYTE, 'kilobyte'] : [bytes, 'byte'];
}
