import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen } from '../../testing/render.tsx';
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

  it('knows the address of a signed-in person, who cannot change it', async () => {
    await renderForm('ada@example.org');
    const field = screen.getByLabelText('Email');
    expect(field).toHaveValue('ada@example.org');
    expect(field).toHaveAttribute('readonly');
  });

  it('names what is missing, puts the keyboard there, and sends nothing', async () => {
    const user = userEvent.setup();
    const { calls } = await renderForm(null);
    await user.click(screen.getByRole('button', { name: 'Send the message' }));
    for (const text of ['Email is required.', 'Subject is required.', 'Message is required.'])
      expect(await screen.findByText(text)).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(calls).toEqual([]);
  });

  it('sends the letter, says so, and is empty again', async () => {
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
});
