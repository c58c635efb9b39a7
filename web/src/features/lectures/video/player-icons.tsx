/** Filled drawings of 24 by 24, in the colour of the text around them. */
const drawing = (path: string) => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const icons = {
  play: drawing('M7 4v16l13-8z'),
  pause: drawing('M6 4h4v16H6zm8 0h4v16h-4z'),
  back: drawing('M12 5V1L6.500 6 12 11V7a6 6 0 1 1-6 6H4a8 8 0 1 0 8-8z'),
  forward: drawing('M12 5V1l5.500 5L12 11V7a6 6 0 1 0 6 6h2a8 8 0 1 1-8-8z'),
  sound: drawing(
    'M3 9v6h4l5 5V4L7 9zm11 .2v5.600a3 3 0 0 0 0-5.600zm0-4.100v2.100a5 5 0 0 1 0 9.600v2.100a7 7 0 0 0 0-13.800z',
  ),
  silent: drawing(
    'M3 9v6h4l5 5V4L7 9zm18.500.9-1.400-1.400L17.600 11l-2.500-2.500-1.400 1.400 2.500 2.500-2.500 2.500 1.400 1.400 2.500-2.500 2.500 2.500 1.400-1.400-2.500-2.500z',
  ),
  captions: drawing('M3 5h18v14H3zm2 2v10h14V7zm2 3h4v1.500H8.500v1H11V14H7zm6 0h4v1.500h-2.500v1H17V14h-4z'),
  descriptions: drawing(
    'M3 5h18v14H3zm2 2v10h14V7zm1.500 8.500 2.200-7h1.600l2.200 7h-1.600l-.4-1.500H8.500l-.4 1.500zm2.400-2.900h1.200L9.500 10.400zM13 8.500h2a3.500 3.500 0 0 1 0 7h-2zm1.600 1.500v4H15a2 2 0 0 0 0-4z',
  ),
  small: drawing('M3 5h18v14H3zm2 2v10h14V7zm6 5h7v4h-7z'),
  full: drawing('M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z'),
};
