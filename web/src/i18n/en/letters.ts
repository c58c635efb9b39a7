export default {
  title: 'Unsubscribe',
  asked: {
    digest: 'This stops the daily mail about new comments in your topics. Other mail stays as it is.',
    weekly:
      'This stops the weekly letter with due reviews and the books you are reading. Other mail stays as it is.',
    work_comments:
      'This stops the letters about comments on books that you work on. Other mail stays as it is.',
  },
  stopped: {
    digest: 'You will no longer get the daily mail about new comments.',
    weekly: 'You will no longer get the weekly letter.',
    work_comments: 'You will no longer get letters about comments on books that you work on.',
  },
  again: {
    digest: 'You get the daily mail about new comments again.',
    weekly: 'You get the weekly letter again.',
    work_comments: 'You get letters about comments on books that you work on again.',
  },
  unsubscribe: 'Unsubscribe',
  undo: 'Undo',
  invalid: 'This link is not valid',
  invalidHint: 'It may have been cut off on its way. You can choose your letters in your profile.',
  profile: 'Your profile',
  weekly: 'Send me a weekly summary',
  weeklyHint: 'On Monday mornings: what is due, and where you were reading.',
};
