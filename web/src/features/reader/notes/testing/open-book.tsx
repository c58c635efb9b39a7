import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation } from '@vesalius/contract/reader';
import { expect } from 'vitest';
import { bookPages, openReader } from '../../../../testing/open-reader.tsx';
import { FakeFailure } from '../../../../testing/render.tsx';

export const NOTE = '0197a000-0000-4000-8000-0000000000a1';
const START = '2031-01-01T00:00:00.000Z';
export const noteOf = (text: string, id = NOTE): Annotation => ({
  id,
  author_name: 'Ada Byron',
  is_own: true,
  note: { pageNumber: 7, quote: 'the mitral valve', text },
  color: 'green',
  rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
  quote_before: 'tells of ',
  quote_after: '',
  orphaned: false,
  for_editors: false,
  created_at: START,
  updated_at: START,
});

/** Simulates the server's notes: it refuses a change that is not based on the stored version. */
export function notesServer(text: string) {
  let stored: Annotation[] = [noteOf(text)];
  let seconds = 0;
  let isReached = true;
  const write = (id: string, change: { text?: string; color?: Annotation['color'] }) => {
    seconds += 1;
    const updated_at = new Date(Date.parse(START) + seconds * 1000).toISOString();
    stored = stored.map((each) =>
      each.id === id
        ? {
            ...each,
            updated_at,
            color: change.color ?? each.color,
            note: { ...each.note, text: change.text ?? each.note.text },
          }
        : each,
    );
  };
  const notReached = (work: (body: never) => unknown) => (request: { body: unknown; url: string }) =>
    isReached ? work(request as never) : new FakeFailure(503, { code: 'unavailable', message: '' });
  const isStale = (since: string | null | undefined) => since && since !== stored[0]?.updated_at;
  const refusal = new FakeFailure(409, { code: 'edited_meanwhile', message: '' });
  return {
    texts: () => stored.map((each) => each.note.text),
    /** Changes the note on another device. */
    elsewhere: (newText: string) => write(NOTE, { text: newText }),
    reach: (isOn: boolean) => {
      isReached = isOn;
    },
    answers: {
      'GET /annotations': () => ({ data: stored }),
      'PATCH /books/update_current_progress': {},
      [`PATCH /annotations/${NOTE}`]: notReached(
        ({ body }: { body: { text?: string; color?: Annotation['color']; unchanged_since?: string } }) => {
          if (!stored[0]) return new FakeFailure(404, { code: 'not_found', message: '' });
          if (isStale(body.unchanged_since) && stored[0].note.text !== body.text) return refusal;
          write(NOTE, body);
          return stored[0];
        },
      ),
      [`DELETE /annotations/${NOTE}`]: notReached(({ url }: { url: string }) => {
        if (isStale(new URLSearchParams(url.split('?')[1]).get('unchanged_since'))) return refusal;
        stored = [];
        return null;
      }),
      'POST /annotations': notReached(({ body }: { body: Annotation }) => {
        const made = { ...noteOf(body.note.text ?? '', body.id), note: { ...noteOf('').note, ...body.note } };
        stored = [...stored, made];
        return made;
      }),
    },
  };
}

export async function openBook(server: ReturnType<typeof notesServer>, state?: unknown) {
  const rendered = await openReader(bookPages(), { answers: server.answers, state });
  await screen.findByRole('button', { name: /^(Note|Highlight): / });
  return rendered;
}

export async function openNote(): Promise<HTMLTextAreaElement> {
  await userEvent.click(screen.getByRole('button', { name: /^(Note|Highlight): / }));
  const field = await screen.findByRole('textbox', { name: 'Your note' });
  await waitFor(() => expect(field).toHaveFocus());
  return field as HTMLTextAreaElement;
}
export const isClosed = () =>
  waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your note' })).toBeNull());
