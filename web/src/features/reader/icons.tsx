import {
  BookOpen,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  ClipboardCheck,
  Copy,
  Ellipsis,
  Headphones,
  type IconNode,
  Lock,
  Minus,
  PanelLeft,
  PanelRight,
  Pause,
  Play,
  Plus,
  Quote,
  Search,
  Settings2,
  SkipBack,
  SkipForward,
  SquarePlay,
  StickyNote,
  Type,
  UserRound,
  X,
} from 'lucide';
import { HalfCircle } from '../../ui/half-circle.ts';
import { Icon as Drawing } from '../../ui/icon.tsx';

const ICONS = {
  back: ChevronLeft,
  on: ChevronRight,
  panel: PanelLeft,
  pagePanel: PanelRight,
  up: ChevronUp,
  down: ChevronDown,
  plus: Plus,
  minus: Minus,
  search: Search,
  more: Ellipsis,
  close: X,
  lock: Lock,
  note: StickyNote,
  book: BookOpen,
  lectures: SquarePlay,
  tests: ClipboardCheck,
  check: Check,
  half: HalfCircle,
  copy: Copy,
  account: UserRound,
  text: Type,
  listen: Headphones,
  play: Play,
  pause: Pause,
  before: SkipBack,
  after: SkipForward,
  settings: Settings2,
  cite: Quote,
} satisfies Record<string, IconNode>;

export type IconName = keyof typeof ICONS;

export const Icon = ({ name, flip }: { name: IconName; flip?: boolean }) => (
  <Drawing icon={ICONS[name]} data-flip={flip || undefined} />
);
