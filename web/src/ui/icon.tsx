import type { IconNode } from 'lucide';
import { createElement, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly icon: IconNode;
  /** Width and height in pixels; `weight` is the stroke width in pixels. */
  readonly size?: number;
  readonly weight?: number;
}

/** An icon in the color of the text. Screen readers skip it unless it has a label. */
export const Icon = ({ icon, size = 20, weight = 1.6, ...attributes }: IconProps) =>
  createElement(
    'svg',
    {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: (weight * 24) / size,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': attributes['aria-label'] ? undefined : true,
      ...attributes,
    },
    ...icon.map(([tag, shape]) => createElement(tag, shape)),
  );
