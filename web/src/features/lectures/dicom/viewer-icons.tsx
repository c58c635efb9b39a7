import {
  Angle,
  Columns2,
  type IconNode,
  Link,
  Maximize,
  Move,
  Pause,
  Play,
  RotateCcwClock,
  RotateCw,
  Ruler,
  SunMoon,
  Trash,
  UnfoldVertical,
  ZoomIn,
} from 'lucide';
import { HalfCircle } from '../../../ui/half-circle.ts';
import { Icon } from '../../../ui/icon.tsx';

const draw = (icon: IconNode) => <Icon icon={icon} />;
const drawFilled = (icon: IconNode) => <Icon icon={icon} fill="currentColor" />;

export const icons = {
  scroll: draw(UnfoldVertical),
  window: draw(HalfCircle),
  zoom: draw(ZoomIn),
  pan: draw(Move),
  length: draw(Ruler),
  angle: draw(Angle),
  rotate: draw(RotateCw),
  invert: draw(SunMoon),
  reset: draw(RotateCcwClock),
  remove: draw(Trash),
  play: drawFilled(Play),
  pause: drawFilled(Pause),
  beside: draw(Columns2),
  link: draw(Link),
  fullScreen: draw(Maximize),
};
