import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { isUserUnchanged, storeSession, useSession } from '../../lib/session.ts';
import { keepUnsent, readUnsent } from '../../lib/unsent.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { ContactForm } from './contact-form.tsx';

const renderForm = (email: string | null, answer: unknown = { message: 'Message sent' }) =>
  renderScreen(<ContactForm email={email} />, {
    namespaces: ['support', 'fields'],
    answers: { 'POST /supports': answer },
  });

describe('the contact form', () => {
  it('is accessible', async () => {
    const { container } = await renderForm(null);
    await expectAccessible(container);
  });

  it('shows the address of a signed-in user, who cannot change it', async () => {
    await renderForm('ada@example.org');
    const field = screen.getByLabelText('Email');
    expect(field).toHaveValue('ada@example.org');
    expect(field).toHaveAttribute('readonly');
  });

  it('names missing fields, focuses the first one, and sends nothing', async () => {
    const user = userEvent.setup();
    const { calls } = await renderForm(null);
    await user.click(screen.getByRole('button', { name: 'Send the message' }));
    for (const text of ['Email is required.', 'Subject is required.', 'Message is required.'])
      expect(await screen.findByText(text)).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(calls).toEqual([]);
  });

  it('sends the message, says so, and is empty again', async () => {
    const user = userEvent.setup();
    const { calls } = await renderForm('ada@example.org');
    await user.type(screen.getByLabelText('Subject'), 'A question');
    await user.type(screen.getByLabelText('Message'), 'How?');
    await user.click(screen.getByRole('button', { name: 'Send the message' }));
    expect(await screen.findByText(/We answer to the address above/)).toBeVisible();
    expect(calls).toEqual(['POST /supports']);
    expect(screen.getByLabelText('Subject')).toHaveValue('');
    expect(getToasts().at(-1)?.text).toBe('Message sent');
  });

  it('shows the server’s message when it fails', async () => {
    const user = userEvent.setup();
    const message = 'Too many attempts. Please wait a little and try again.';
    await renderForm('ada@example.org', new FakeFailure(429, { code: 'too_many_requests', message }));
    await user.type(screen.getByLabelText('Subject'), 'A question');
    await user.type(screen.getByLabelText('Message'), 'How?');
    await user.click(screen.getByRole('button', { name: 'Send the message' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('Message')).toHaveValue('How?');
  });

  it('sends a message whose answer was lost again as the same one, and says so', async () => {
    const sent: { id?: string }[] = [];
    const { calls } = await renderForm('ada@example.org', ({ body }: { body: unknown }) => {
      sent.push(body as { id?: string });
      throw new TypeError('Failed to fetch');
    });
    for (const label of ['Subject', 'Message'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'How?' } });
    const send = screen.getByRole('button', { name: 'Send the message' });
    await act(async () => {
      send.click();
      send.click();
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(/not known yet.*does not arrive twice/);
    expect(calls.filter((call) => call === 'POST /supports')).toHaveLength(1);
    await waitFor(() => {
      fireEvent.click(send);
      expect(sent.length).toBeGreaterThan(1);
    });
    expect(sent[0]?.id).toBeTruthy();
    expect(sent[1]).toEqual(sent[0]);
  });

  const agnes = sessionOf('customer', { userId: 'agnes' });
  /** Like the page: the address arrives after the session. */
  function Page() {
    const session = useSession();
    const [email, setEmail] = useState<string | null>(null);
    useEffect(() => setEmail(session && 'agnes@example.org'), [session]);
    return <ContactForm email={email} />;
  }
  const writeAsVisitor = async () => {
    await renderScreen(<Page />, { namespaces: ['support', 'fields'] });
    const written = ['visitor@example.org', 'A question', 'How?'];
    for (const [index, field] of values().entries())
      fireEvent.change(field, { target: { value: written[index] } });
    expect(values()[2]).toHaveValue('How?');
  };
  const values = () => ['Email', 'Subject', 'Message'].map((label) => screen.getByLabelText(label));

  it('keeps a visitor’s text after signing in', async () => {
    await writeAsVisitor();
    act(() => storeSession(agnes, true));
    const expected = ['agnes@example.org', 'A question', 'How?'];
    await waitFor(() => expect(values().map((field) => (field as HTMLInputElement).value)).toEqual(expected));
    expect(readUnsent('contact')).toMatchObject({ email_subject: 'A question', email_body: 'How?' });
  });

  it('hides a visitor’s text from a user who signed in in another tab, and says so', async () => {
    await writeAsVisitor();
    localStorage.setItem('user', JSON.stringify(agnes));
    act(() => void isUserUnchanged());
    const expected = ['agnes@example.org', '', ''];
    await waitFor(() => expect(values().map((field) => (field as HTMLInputElement).value)).toEqual(expected));
    expect(getToasts().at(-1)?.text).toMatch(/The message on this page was cleared/);
    expect(JSON.stringify({ ...localStorage })).not.toContain('How?');
  });

  it('starts with the user’s unsent text', async () => {
    storeSession(agnes, true);
    keepUnsent('contact', { email_subject: 'A question', email_body: 'How?' });
    await renderScreen(<Page />, { namespaces: ['support', 'fields'] });
    expect(screen.getByLabelText('Message')).toHaveValue('How?');
  });
});
