export default {
  title: 'Contact us',
  intro: 'Ask us anything about a book, a subscription or your account. We answer by email.',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send the message',
  sent: 'Message sent',
  sentHint: 'We answer to the address above, usually within two working days.',
  cleared: 'Another person signed in in this browser. The message on this page was cleared.',
  accessibility: {
    title: 'Accessibility',
    settings: 'Settings',
    kept: 'These settings are kept in this browser.',
    singleKeys: {
      label: 'Single-key shortcuts',
      hint: 'Letters and signs such as N, B or / act at once in the reader and search the library. Turn them off if you dictate, or if keys get pressed by accident. Arrows, Page Up and Page Down, Escape, function keys and shortcuts with Ctrl keep working.',
    },
    messagesStay: {
      label: 'Keep messages until I close them',
      hint: 'Messages at the top of the page otherwise go after ten seconds. Errors always stay. Press F8 to go to the latest message.',
    },
    clipboardFree: {
      label: 'Leave my clipboard alone',
      hint: 'For dictation and reading tools that pass text through the clipboard. The text of books still cannot be copied.',
    },
    standard: {
      title: 'What we aim for',
      text: 'Vesalius is built to meet the Web Content Accessibility Guidelines 2.2 at levels A and AA, which the European standard EN 301 549 refers to. Automatic tests check every release, among others by keyboard alone, at 320 pixels, in contrast themes, and in both languages.',
    },
    keyboard: {
      title: 'By keyboard',
      text: 'Everything can be done without a mouse. In the reader, press F2 to choose words: the arrows move, Shift and the arrows choose, Enter highlights or opens a note. Images and scans are moved with the arrows, and lengths and angles are measured with Enter. All keys are listed in the menu of the reader.',
    },
    reading: {
      title: 'The pages of books',
      text: 'A page is shown as it was printed or, with “Text view” in the toolbar or the key T, as text that fits the width of the screen, in the size, typeface, spacing and colors that you choose. Screen readers get the text of printed pages in reading order, with headings, lists, tables and descriptions of figures as far as the publisher provided them. Copy protection does not keep the text from screen readers.',
    },
    lectures: {
      title: 'Lectures',
      text: 'Captions and transcripts are shown where the publisher provided captions, and a described version or a text description where there is one.',
    },
    gaps: {
      title: 'Known gaps',
      text: 'Where a page of the text view has no text, or its order is uncertain, the text view shows its image and says so. In books without tags, figures have no description and tables have no rows and columns. A passage in another language is read in the language of its book. Not every lecture has captions, a transcript or a description of what it shows. Certificates, transcripts and receipts that you save as PDF, and the PDF of a single page, have no text for screen readers. The page that verifies a certificate states its facts as text. The site has not been tested with screen readers, braille displays or dictation yet.',
    },
    contact: {
      title: 'Tell us',
      text: 'Something does not work for you, or you need content in another form? Write to us. We answer within two working days and say what we can do until when.',
    },
  },
  terms: {
    title: 'Terms and conditions',
    account: {
      title: 'Your account',
      text: 'An account belongs to one person. Keep your password to yourself and your address up to date: certificates and receipts are made out to them.',
    },
    subscription: {
      title: 'Subscriptions',
      text: 'A subscription gives access to a book or a bundle for twelve months from the day of payment. It renews for another year at the price that was shown, unless you cancel before; we remind you by mail 30 days ahead. After a cancellation you keep access until the period ends.',
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
