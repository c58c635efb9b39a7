import { Contrast, type IconNode } from 'lucide';

/** The contrast icon with one half filled, which is easier to recognize at the size of text. */
export const HalfCircle: IconNode = Contrast.map(([tag, shape]) => [
  tag,
  tag === 'path' ? { ...shape, fill: 'currentColor' } : shape,
]);
