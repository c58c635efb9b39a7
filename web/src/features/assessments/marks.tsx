import type { ReactNode } from 'react';

const PATHS = {
  right: <path d="m4.5 10.5 3.5 3.5 7.5-8" />,
  wrong: <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />,
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="8" rx="1.5" />
      <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
    </>
  ),
  list: <path d="M4 5.5h2M9 5.5h7M4 10h2M9 10h7M4 14.5h2M9 14.5h7" />,
  flag: <path d="M5.5 17V3.5h9l-2 3.5 2 3.5h-9" />,
  forward: <path d="m7.5 4.5 5.5 5.5-5.5 5.5" />,
} satisfies Record<string, ReactNode>;

/** Signs beside words, never instead of them. */
export function Mark({ name, size = 18 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-mark={name}
    >
      {PATHS[name]}
    </svg>
  );
}
