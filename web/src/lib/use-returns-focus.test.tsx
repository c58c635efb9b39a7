import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useReturnsFocus } from './use-returns-focus.ts';

function Asks({ onClose }: { onClose: () => void }) {
  useReturnsFocus();
  return (
    <div role="dialog" aria-label="Remove?">
      <button type="button" onClick={onClose}>
        yes
      </button>
    </div>
  );
}

/** A list whose rows go when the dialog is closed (`now`), or with an answer that comes afterwards (`later`). */
function List({ names, when }: { names: readonly string[]; when: 'now' | 'later' | 'never' }) {
  const [rows, setRows] = useState(names);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = () => setRows(rows.filter((name) => name !== asked));
  return (
    <main>
      <h1>People</h1>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            {name}
            <button type="button" onClick={() => setAsked(name)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Asks
          onClose={() => {
            setAsked(null);
            if (when === 'now') remove();
            if (when === 'later') setTimeout(remove, 20);
          }}
        />
      )}
    </main>
  );
}

async function removes(name: string, list: Parameters<typeof List>[0]) {
  render(<List {...list} />);
  await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  const yes = screen.getByRole('button', { name: 'yes' });
  yes.focus();
  await userEvent.click(yes);
}

describe('a dialog that is closed', () => {
  it('gives the focus back to what opened it', async () => {
    await removes('Ada', { names: ['Ada', 'Boris'], when: 'never' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Ada' })).toHaveFocus());
  });

  it.each([
    ['now', 'Ada', 'Remove Boris'],
    ['later', 'Ada', 'Remove Boris'],
    ['now', 'Boris', 'Remove Ada'],
    ['later', 'Boris', 'Remove Ada'],
  ] as const)('gives it to the neighbor of an opener that goes (%s: %s)', async (when, name, neighbor) => {
    await removes(name, { names: ['Ada', 'Boris'], when });
    await waitFor(() => expect(screen.getByRole('button', { name: neighbor })).toHaveFocus());
  });

  it.each(['now', 'later'] as const)('gives it to the heading where nothing is left (%s)', async (when) => {
    await removes('Ada', { names: ['Ada'], when });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus());
  });
});
