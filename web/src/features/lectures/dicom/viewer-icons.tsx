import type { ReactNode } from 'react';

/** Line drawings of 20 by 20, in the colour of the text around them. */
function Drawing({ children }: { children: ReactNode }) {
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
    >
      {children}
    </svg>
  );
}

export const icons = {
  scroll: (
    <Drawing>
      <path d="M10 2v16M10 2 7 5m3-3 3 3M10 18l-3-3m3 3 3-3M4 10h12" />
    </Drawing>
  ),
  window: (
    <Drawing>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
    </Drawing>
  ),
  zoom: (
    <Drawing>
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m13 13 4.5 4.5M8.5 6v5M6 8.5h5" />
    </Drawing>
  ),
  pan: (
    <Drawing>
      <path d="M10 2v16M2 10h16M10 2 8 4m2-2 2 2m-2 14-2-2m2 2 2-2M2 10l2-2m-2 2 2 2m14-2-2-2m2 2-2 2" />
    </Drawing>
  ),
  length: (
    <Drawing>
      <path d="M3 17 17 3M2 13l5 5M13 2l5 5" />
    </Drawing>
  ),
  angle: (
    <Drawing>
      <path d="M16 3 4 16h14M10.500 9a8 8 0 0 1 3 7" />
    </Drawing>
  ),
  rotate: (
    <Drawing>
      <path d="M16 6a7 7 0 1 0 1 4M16 2v4h-4" />
    </Drawing>
  ),
  invert: (
    <Drawing>
      <rect x="3" y="3" width="14" height="14" rx="2" />
      <path d="M3 17 17 3v14z" fill="currentColor" />
    </Drawing>
  ),
  reset: (
    <Drawing>
      <path d="M4 6a7 7 0 1 1-1 4M4 2v4h4M10 7v3l2 2" />
    </Drawing>
  ),
  undo: (
    <Drawing>
      <path d="M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11" />
    </Drawing>
  ),
  play: (
    <Drawing>
      <path d="M6 3v14l11-7z" fill="currentColor" />
    </Drawing>
  ),
  pause: (
    <Drawing>
      <path d="M6 4v12M14 4v12" strokeWidth="3" />
    </Drawing>
  ),
  beside: (
    <Drawing>
      <rect x="2" y="4" width="16" height="12" rx="1" />
      <path d="M10 4v12" />
    </Drawing>
  ),
  link: (
    <Drawing>
      <path d="M8 12l4-4M9 6l2-2a3.500 3.500 0 0 1 5 5l-2 2M11 14l-2 2a3.500 3.500 0 0 1-5-5l2-2" />
    </Drawing>
  ),
  fullScreen: (
    <Drawing>
      <path d="M3 8V3h5M17 8V3h-5M3 12v5h5M17 12v5h-5" />
    </Drawing>
  ),
};
