import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './icons.tsx';
import classes from './reader.module.css';

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  readonly icon: IconName;
  readonly label: string;
  /** Shown beside the icon if there is space. */
  readonly text?: string;
  readonly pressed?: boolean;
  /** Mirrored in right-to-left languages. */
  readonly flip?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function ToolButton({ icon, label, text, pressed, flip, className, ...rest }: ToolButtonProps) {
  // A menu adds its own class to its button.
  const own = text ? classes.toolWithText : classes.tool;
  return (
    <button
      type="button"
      className={className ? `${own} ${className}` : own}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
    >
      <Icon name={icon} {...(flip ? { flip } : {})} />
      {text && <span aria-hidden="true">{text}</span>}
    </button>
  );
}
