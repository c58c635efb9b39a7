import {
  AudioLines,
  Captions,
  type IconNode,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide';
import { Icon } from '../../../ui/icon.tsx';

const draw = (icon: IconNode) => <Icon icon={icon} size={24} weight={2} />;
const drawFilled = (icon: IconNode) => <Icon icon={icon} size={24} weight={1} fill="currentColor" />;

export const icons = {
  play: drawFilled(Play),
  pause: drawFilled(Pause),
  back: draw(RotateCcw),
  forward: draw(RotateCw),
  sound: draw(Volume2),
  silent: draw(VolumeX),
  captions: draw(Captions),
  descriptions: draw(AudioLines),
  small: draw(PictureInPicture2),
  full: draw(Maximize),
};
