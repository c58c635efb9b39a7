export default {
  title: 'Unsubscribe',
  asked: {
    digest: 'This stops the daily mail about new comments in your topics. Other mail stays as it is.',
    weekly:
      'This stops the weekly letter with due reviews and the books you are reading. Other mail stays as it is.',
  },
  stopped: {
    digest: 'You will no longer get the daily mail about new comments.',
    weekly: 'You will no longer get the weekly letter.',
  },
  again: {
    digest: 'You get the daily mail about new comments again.',
    weekly: 'You get the weekly letter again.',
  },
  unsubscribe: 'Unsubscribe',
  undo: 'Undo',
  invalid: 'This link is not valid',
  invalidHint: 'It may have been cut off on its way. You can choose your letters in your profile.',
  profile: 'Your profile',
  weekly: 'Send me a weekly summary',
  weeklyHint: 'On Monday mornings: what is due, and where you were reading.',
};
