import { defineCalls } from './calls.ts';

export const supportCalls = defineCalls({
  /** The contact form. */
  createSupportMessage: {
    method: 'POST',
    path: '/supports',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
});
