interface Country {
  readonly id: string;
  readonly code: string;
}
/** Newer than TypeScript's library, and missing in some browsers. */
interface RegionLocale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[] | undefined;
}

/** The country whose time zone this device keeps; undefined if it cannot be told. A language's region says less: "en-US" is everywhere. */
export function countryHere<Each extends Country>(countries: readonly Each[]): Each | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return countries.find(({ code }) => {
    try {
      const region = new Intl.Locale('und', { region: code }) as RegionLocale;
      return (region.getTimeZones?.() ?? region.timeZones)?.includes(timeZone);
    } catch {
      return false;
    }
  });
}
