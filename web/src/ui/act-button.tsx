import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/**
 * A button whose action takes a while. Meanwhile it does nothing, and keeps the focus. Mantine would disable a
 * loading button, and the focus would leave the dialog for the top of the page.
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
            // Also prevents the submit by Enter, which presses this button.
            if (loading) event.preventDefault();
            else onClick?.(event);
          }}
        />
      )}
    />
  );
}
