export default {
  title: 'Contact us',
  intro: 'Ask us anything about a book, a subscription or your account. We answer by email.',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send the message',
  sent: 'Message sent',
  sentHint: 'We answer to the address above, usually within two working days.',
  terms: {
    title: 'Terms and conditions',
    account: {
      title: 'Your account',
      text: 'An account belongs to one person. Keep your password to yourself and your address up to date: certificates and receipts are made out to them.',
    },
    subscription: {
      title: 'Subscriptions',
      text: 'A subscription gives access to a book or a package for twelve months from the day of payment. It renews for another year at the price that was shown, unless you cancel before; we remind you by mail 30 days ahead. After a cancellation you keep access until the period ends.',
    },
    content: {
      title: 'The content',
      text: 'Books, lectures, images and tests are protected by copyright. You may read and watch them yourself, take notes, and print what you need for your own work. You may not pass them on, publish them, or take them out by a machine.',
    },
    certificates: {
      title: 'Certificates',
      text: 'A certificate is issued when its conditions are met, and carries a number that anybody can verify. Whether credit is recognised where you practise is decided by your authority; the accreditation of an activity is stated in its book.',
    },
    medicine: {
      title: 'Medical decisions',
      text: 'The content is for the education of health professionals. It does not replace your judgement, the guidelines in force, or the information of the manufacturer of a drug or device.',
    },
    privacy: {
      title: 'Your data',
      text: 'We keep what the product needs: your account, what you read and answered, and your payments, never a card number. Nothing is sold or shared for advertising. On your profile page you can download all of it, and delete the account.',
    },
    end: {
      title: 'Ending',
      text: 'You can delete your account at any time. We may close an account that breaks these terms; what is paid for and not abused is then refunded in part.',
    },
  },
};
