const MEGABYTE = 1_000_000;

/** "84 MB" in the reader's language; never "0 MB" for a file with content. */
export function formatSize(bytes: number, language: string): string {
  const [value, unit] =
    bytes >= 1000 * MEGABYTE ? [bytes / (1000 * MEGABYTE), 'gigabyte'] : [bytes / MEGABYTE, 'megabyte'];
  return new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(bytes > 0 ? Math.max(0.1, value) : 0);
}
