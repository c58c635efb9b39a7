import { Check, ChevronRight, Flag, type IconNode, List, Lock, X } from 'lucide';
import { Icon } from '../ui/icon.tsx';

const ICONS = {
  right: Check,
  wrong: X,
  lock: Lock,
  list: List,
  flag: Flag,
  forward: ChevronRight,
} satisfies Record<string, IconNode>;

/** Icons that accompany words and never replace them. */
export const Mark = ({ name, size = 18 }: { name: keyof typeof ICONS; size?: number }) => (
  <Icon icon={ICONS[name]} size={size} weight={(1.8 * size) / 20} data-mark={name} />
);
