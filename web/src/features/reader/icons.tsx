import type { ReactNode } from 'react';

/** The viewer's own signs: 20 by 20, drawn with a line of 1.6 in the text's colour. */
const PATHS = {
  back: <path d="M12.5 4.5 7 10l5.5 5.5" />,
  panel: (
    <>
      <rect x="3" y="3.5" width="14" height="13" rx="1.5" />
      <path d="M8 3.5v13M5 7h1M5 10h1M5 13h1" />
    </>
  ),
  pagePanel: (
    <>
      <rect x="3" y="3.5" width="14" height="13" rx="1.5" />
      <path d="M12 3.5v13" />
    </>
  ),
  up: <path d="m4.5 12.5 5.5-5.5 5.5 5.5" />,
  down: <path d="m4.5 7.5 5.5 5.5 5.5-5.5" />,
  plus: <path d="M10 4v12M4 10h12" />,
  minus: <path d="M4 10h12" />,
  search: (
    <>
      <circle cx="8.8" cy="8.8" r="5" />
      <path d="m12.6 12.6 4 4" />
    </>
  ),
  more: (
    <>
      <circle cx="4.5" cy="10" r="0.9" fill="currentColor" />
      <circle cx="10" cy="10" r="0.9" fill="currentColor" />
      <circle cx="15.5" cy="10" r="0.9" fill="currentColor" />
    </>
  ),
  close: <path d="m5 5 10 10M15 5 5 15" />,
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="8" rx="1.5" />
      <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
    </>
  ),
  note: <path d="M4 4h12v9l-3.5 3.5H4zM16 13h-3.5v3.5M7 8h6M7 11h3" />,
  book: (
    <path d="M10 5.5C8.500 4.200 6.500 3.800 3.500 4v11c3-.2 5 .2 6.500 1.500 1.500-1.300 3.500-1.700 6.500-1.500V4c-3-.2-5 .2-6.500 1.500zM10 5.500v11" />
  ),
  lectures: (
    <>
      <rect x="3" y="4.500" width="14" height="11" rx="1.5" />
      <path d="m8.500 7.700 4 2.300-4 2.300z" />
    </>
  ),
  tests: <path d="M4.500 3.500h11v13h-11zM7 7.500l1 1 2-2M7 12.500l1 1 2-2M12 8h1.500M12 13h1.500" />,
  check: <path d="m4.500 10.500 3.500 3.500 7.500-8" />,
  half: (
    <>
      <circle cx="10" cy="10" r="6" />
      <path d="M10 4a6 6 0 0 1 0 12z" fill="currentColor" />
    </>
  ),
  copy: (
    <>
      <rect x="7" y="7" width="9.500" height="9.500" rx="1.5" />
      <path d="M13 7V5a1.500 1.500 0 0 0-1.500-1.500H5A1.500 1.500 0 0 0 3.500 5v6.500A1.500 1.500 0 0 0 5 13h2" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof PATHS;

export function Icon({ name, flip }: { name: IconName; flip?: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-flip={flip || undefined}
    >
      {PATHS[name]}
    </svg>
  );
}
