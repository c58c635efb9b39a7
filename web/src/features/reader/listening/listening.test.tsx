import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookPages, openReader as open, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible } from '../../../testing/render.tsx';
import { Announcer } from '../../../ui/announcer.tsx';
import { stubSpeech } from './testing/fake-speech.ts';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const text = (page: number) =>
  `Page ${page} begins here. It tells of the mitral\nvalve. The page ends within`;
const openBook = () => open(bookPages(), { text, beside: <Announcer /> });
const listen = () => userEvent.click(screen.getByRole('button', { name: 'Listen' }));
const bar = () => screen.findByRole('region', { name: 'Listen' });
const spoken = (container: Element, kind: string) =>
  [...container.querySelectorAll(`[data-text-layer] [data-spoken="${kind}"]`)].map(
    (each) => each.textContent,
  );
const said = () => document.querySelector('[data-announcer]');

describe('listening', () => {
  it('reads from the open page on, sentence by sentence, and over the end of a page', async () => {
    const speech = stubSpeech();
    await openBook();
    await listen();
    await waitFor(() => expect(speech.last()?.text).toBe('Page 7 begins here.'));
    act(speech.finish);
    await waitFor(() => expect(speech.last()?.text).toBe('It tells of the mitral valve.'));
    act(speech.finish);
    await waitFor(() => expect(speech.last()?.text).toBe('The page ends within Page 8 begins here.'));
    act(speech.finish);
    await waitFor(() => expect(speech.last()?.text).toBe('It tells of the mitral valve.'));
    expect(within(await bar()).getByText('Reading page 8')).toBeVisible();
  });

  it('marks the sentence and the word, on the image of the page and in the text view', async () => {
    const speech = stubSpeech();
    const { container } = await openBook();
    await listen();
    await waitFor(() => expect(speech.last()).toBeDefined());
    await waitFor(() => expect(spoken(container, 'sentence').join('')).toBe('Page 7 begins here. '));
    act(() => speech.reach('begins'));
    await waitFor(() => expect(spoken(container, 'word')).toEqual(['begins ']));
    await userEvent.click(screen.getByRole('button', { name: 'Text view' }));
    await waitFor(() =>
      expect(container.querySelector('[data-flow-text] [data-spoken="word"]')).toHaveTextContent('begins'),
    );
    await userEvent.click(within(await bar()).getByRole('button', { name: 'End listening' }));
    await waitFor(() => expect(container.querySelector('[data-spoken]')).toBeNull());
    expect(speech.isSpeaking()).toBe(false);
  });

  it('pauses, repeats the sentence, and steps, by buttons and keys', async () => {
    const speech = stubSpeech();
    const { container } = await openBook();
    await listen();
    const controls = await bar();
    await waitFor(() => expect(speech.last()?.text).toBe('Page 7 begins here.'));
    await userEvent.click(within(controls).getByRole('button', { name: 'Pause' }));
    expect(speech.isSpeaking()).toBe(false);
    await userEvent.click(within(controls).getByRole('button', { name: 'Go on' }));
    await waitFor(() =>
      expect(speech.spoken.map((each) => each.text)).toEqual(Array(2).fill('Page 7 begins here.')),
    );
    await userEvent.keyboard('.');
    await waitFor(() => expect(speech.last()?.text).toBe('It tells of the mitral valve.'));
    await userEvent.keyboard(',');
    await waitFor(() => expect(speech.last()?.text).toBe('Page 7 begins here.'));
    await userEvent.keyboard('l');
    expect(speech.isSpeaking()).toBe(false);
    await expectAccessible(container);
  });

  it('starts with the sentence in which a selection begins', async () => {
    const speech = stubSpeech();
    const { container } = await openBook();
    const words = await waitFor(() => {
      const found = container.querySelectorAll('[data-page="7"] [data-text-layer] [data-word]');
      expect(found.length).toBeGreaterThan(8);
      return found;
    });
    Range.prototype.getClientRects ??= () => [] as never;
    Range.prototype.getBoundingClientRect ??= () => new DOMRect();
    document.getSelection()?.selectAllChildren(words[6]!);
    await userEvent.click(await screen.findByRole('button', { name: 'Listen from here' }));
    await waitFor(() => expect(speech.last()?.text).toBe('It tells of the mitral valve.'));
  });

  it('speaks with the chosen voice, speed and pronunciation, which it remembers', async () => {
    const speech = stubSpeech(['en-US', 'en-GB', 'ar-EG']);
    const { unmount } = await openBook();
    await listen();
    // The voice of the device before the one that needs a network.
    await waitFor(() => expect(speech.last()).toMatchObject({ voice: 'voice-1', rate: 1 }));
    await userEvent.click(screen.getByRole('button', { name: 'Voice, speed and sleep timer' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Voice' }), 'Voice 0');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5');
    await userEvent.type(screen.getByRole('textbox', { name: 'Term in the book' }), 'Mitral');
    await userEvent.type(screen.getByRole('textbox', { name: 'Sounds like' }), 'my trull{Enter}');
    await userEvent.keyboard('{Escape}');
    act(speech.finish);
    await waitFor(() =>
      expect(speech.last()).toEqual({
        text: 'It tells of the my trull valve.',
        voice: 'voice-0',
        rate: 1.5,
      }),
    );
    unmount();
    await openBook();
    await listen();
    await waitFor(() => expect(speech.last()).toMatchObject({ voice: 'voice-0', rate: 1.5 }));
  });

  it('says plainly that there is no voice, or no speech', async () => {
    stubSpeech(['de-DE']);
    await openBook();
    await listen();
    expect(await bar()).toHaveTextContent('This device has no voice for English.');
    await waitFor(() => expect(said()).toHaveTextContent('This device has no voice for English.'));
    vi.unstubAllGlobals();
    stubLayout();
    await listen();
    await waitFor(async () => expect(await bar()).toHaveTextContent('This browser cannot read aloud.'));
  });

  it('ends with the chapter when asked to', async () => {
    const speech = stubSpeech();
    await open(bookPages(), { page: 20, text: (page) => `Page ${page} is short.`, beside: <Announcer /> });
    await listen();
    await waitFor(() => expect(speech.last()?.text).toBe('Page 20 is short.'));
    await userEvent.click(screen.getByRole('button', { name: 'Voice, speed and sleep timer' }));
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'End by itself' }),
      'At the end of the chapter',
    );
    act(speech.finish);
    await waitFor(() => expect(said()).toHaveTextContent('The chapter is over. Listening has ended.'));
    expect(speech.spoken).toHaveLength(1);
  });

  it('turns the pages of a preview', async () => {
    const speech = stubSpeech();
    await open(bookPages({ granted: false }), { page: 14, text: (page) => `Page ${page} is short.` });
    await listen();
    await waitFor(() => expect(speech.last()?.text).toBe('Page 14 is short.'));
    act(speech.finish);
    await waitFor(() => expect(speech.last()?.text).toBe('Page 15 is short.'));
    expect(await screen.findByRole('region', { name: 'Page 15' })).toBeInTheDocument();
  });

  it('ends where the preview ends', async () => {
    const speech = stubSpeech();
    await open(bookPages({ granted: false }), {
      page: 15,
      text: (page) => `Page ${page} is short.`,
      beside: <Announcer />,
    });
    await listen();
    await waitFor(() => expect(speech.last()?.text).toBe('Page 15 is short.'));
    act(speech.finish);
    await waitFor(() => expect(said()).toHaveTextContent('The preview ends here.'));
    expect(speech.spoken).toHaveLength(1);
  });

  it('keeps the place when the system fails, and goes on', async () => {
    const speech = stubSpeech();
    await openBook();
    await listen();
    await waitFor(() => expect(speech.isSpeaking()).toBe(true));
    act(() => speech.fail('audio-busy'));
    await userEvent.click(await within(await bar()).findByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(speech.isSpeaking()).toBe(true));
    expect(speech.last()?.text).toBe('Page 7 begins here.');
  });
});
