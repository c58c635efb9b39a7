export default {
  saving: {
    saved: 'Saved',
    savedAt: 'Saved at {{time}}',
    saving: 'Saving',
    unreached: 'Not saved: no network. Your changes are kept in this browser.',
    failing: 'Not saved: the server does not answer. Trying again.',
    closed: 'Not saved: you may not change this book any more.',
  },
};
