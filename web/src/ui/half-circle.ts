import { Contrast, type IconNode } from 'lucide';

/** The icon of contrast with its half filled, which is easier to tell at the size of a line of text. */
export const HalfCircle: IconNode = Contrast.map(([tag, shape]) => [
  tag,
  tag === 'path' ? { ...shape, fill: 'currentColor' } : shape,
]);
