import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/**
 * A button whose act takes a while. Meanwhile it does nothing, and keeps the focus: Mantine disables a button that is
 * loading, and the focus of a disabled one goes to the top of the page, out of the dialog that it is in.
 */
export function ActButton({ loading = false, disabled = false, onClick, ...props }: Props) {
  return (
    <Button
      {...props}
      loading={loading}
      disabled={disabled && !loading}
      renderRoot={(root) => (
        <button
          {...root}
          disabled={disabled && !loading}
          aria-disabled={loading || undefined}
          aria-busy={loading || undefined}
          onClick={(event: MouseEvent<HTMLButtonElement>) => {
            // Also what a form would do by Enter: it presses this button.
            if (loading) event.preventDefault();
            else onClick?.(event);
          }}
        />
      )}
    />
  );
}
