export const BROWSER_ARGUMENTS: string[];
/** The executable's path, or null with the reason printed. */
export function findBrowser(): Promise<string | null>;
