import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { choosePreference } from '../lib/preferences.ts';
import {
  dismissAllToasts,
  dismissErrorsBefore,
  getToasts,
  notify,
  notifyError,
  notifySuccess,
} from './notify.ts';

const texts = () => getToasts().map(({ text }) => text);
const later = () => vi.advanceTimersByTime(5000);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  dismissAllToasts();
});

it('takes away what an earlier act said to the contrary, in both directions', () => {
  notifyError('The payment was declined');
  later();
  notifySuccess('Thank you');
  expect(texts()).toEqual(['Thank you']);
  later();
  notifyError('It could not be saved');
  expect(texts()).toEqual(['It could not be saved']);
});

it('keeps results of the same act, what can be acted on, and what stays', () => {
  notifyError('One file was not sent');
  notifySuccess('Two files were sent');
  expect(texts()).toHaveLength(2);
  dismissAllToasts();
  notifySuccess('Deleted', { label: 'Undo', run() {} });
  notify('success', 'Signed in for this tab', { stays: true });
  later();
  notifyError('No network');
  expect(texts()).toEqual(['Deleted', 'Signed in for this tab', 'No network']);
});

it('leaves everything to a user who closes messages', () => {
  choosePreference('messagesStay', true);
  notifyError('Fill this in');
  later();
  notifySuccess('Saved');
  dismissErrorsBefore(Date.now() + 5000);
  expect(texts()).toEqual(['Fill this in', 'Saved']);
  choosePreference('messagesStay', false);
});

it('ends errors with their page, but not those of the act that leaves it', () => {
  notifyError('Fill this in');
  later();
  notifyError('You must register first');
  dismissErrorsBefore(Date.now());
  expect(texts()).toEqual(['You must register first']);
});
