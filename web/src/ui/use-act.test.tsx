import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../testing/render.tsx';
import { useAct } from './use-act.ts';

function Prices({ send }: { send: (input: { id: string; to: number }) => Promise<void> }) {
  const change = useAct(send, 'Changed');
  return (
    <>
      {['first', 'second'].map((id) => (
        <button key={id} type="button" onClick={() => change.mutate({ id, to: 5 })}>
          {id}
        </button>
      ))}
    </>
  );
}

it('does not start an act again while it runs, also when its input is another object', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const send = ({ id }: { id: string }) => {
    sent.push(id);
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  await renderScreen(<Prices send={send} />, {
    namespaces: ['shell'],
    session: sessionOf('staff'),
    answers: {},
  });
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
  await press('first');
  await press('second');
  await press('first');
  await press('second');
  expect(sent).toEqual(['first', 'second']);
  await act(async () => {
    for (const answer of answers) answer();
  });
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'first' }));
    expect(sent).toEqual(['first', 'second', 'first']);
  });
});
