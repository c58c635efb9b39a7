const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgi?A?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];
const firstOf = (table: readonly [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** What people recognise their device by: "Firefox, Windows". Empty when the browser says nothing of itself. */
export function deviceNameOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  return [firstOf(BROWSERS, text), firstOf(SYSTEMS, text)].filter(Boolean).join(', ');
}
