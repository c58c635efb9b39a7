export default {
  title: 'Keep this book on this device',
  close: 'Close',
  cancel: 'Not now',
  offer: {
    text: 'Read, search and write notes on a plane or anywhere else without a network. What you write is sent when you are back.',
    measuring: 'Measuring the book',
    size_one: 'Takes about {{size}} for {{count}} page.',
    size_other: 'Takes about {{size}} for {{count}} pages.',
    sizeUnknown: 'How much room it takes could not be found out just now.',
    full: 'This device has only about {{free}} left for it. Remove another kept book, or free some room, and try again.',
    terms:
      'Lectures and tests are not kept. The copy ends with your subscription, and needs to go online every 30 days.',
    remembered: 'You stay signed in on this device. Logging out removes the copy.',
    otherUser:
      '{{name}} is signed in in this browser as well. Books are kept where one person uses the browser: they have to log out first.',
    usesAlone: 'Only I use this device. Keep me signed in.',
    shared:
      'Without a network nobody can sign in. On a device that others use, they could open your books and read your notes: do not keep a book there.',
    keep: 'Keep this book',
  },
  progress: {
    label: 'How much of the book is kept',
    starting: 'Getting ready',
    pages: '{{done}} of {{total}} pages, {{size}}',
    hint: 'You can close this and read on. It stops when you leave the site and goes on when you open the book again.',
    paused: 'Paused. What is kept stays.',
    pause: 'Pause',
    continue: 'Go on',
    cancel: 'Stop and remove',
  },
  kept: {
    text: 'This book is kept: {{size}}. Without a network it opens until {{date}}.',
    renewed: 'Each time you open it with a network, this period starts again.',
    outdated: 'A newer edition is out. Without a network you read the one that is kept.',
    mayGo:
      'This browser may delete kept books when the device runs out of room, or after some weeks without a visit. Installed as an app, the site keeps them longer.',
    remove: 'Remove',
    update: 'Keep the new edition',
  },
  stopped: {
    room: 'The device has no room left for the rest. Free some and go on; what is kept stays.',
    storage:
      'This browser’s storage does not work or is full, so no book can be kept here. Free some space, or use a window that is not private, and try again.',
    network: 'The network is gone. It goes on by itself when it is back.',
    refused: 'Your access to this book has ended, so it was removed from this device.',
    shell: 'The reader itself could not be kept. Please try again with a steadier network.',
    failed: 'Keeping the book stopped. Please try again.',
  },
  bar: {
    offline: 'Offline',
    until: 'The kept copy opens until {{date}}.',
    waiting_one: '{{count}} change is sent when the network is back.',
    waiting_other: '{{count}} changes are sent when the network is back.',
    keeping: 'Keeping the book: {{done}} of {{total}} pages',
    held_one: '{{count}} change from offline reading could not be stored. It stays here.',
    held_other: '{{count}} changes from offline reading could not be stored. They stay here.',
    otherRole:
      'These notes were written in another role. They stay on this device and are stored when you have that role again.',
    ended:
      'Your access to this book has ended. These notes stay on this device and are stored when the book opens again.',
    saveHeld: 'Save these notes as a file',
  },
  needs: {
    title: 'This needs a network',
    hint: 'Lectures, tests and quizzes are not kept on the device. The pages, your notes and the search are.',
  },
  closed: {
    endedTitle: 'This copy has ended',
    ended: 'Connect to a network and open the book once. If you are still subscribed, it opens again.',
    clockTitle: 'The clock of this device is wrong',
    clock: 'Set the date and time right, or connect to a network, to open the kept book.',
  },
  list: {
    title: 'Kept on this device',
    total_one: '{{count}} book, {{size}}',
    total_other: '{{count}} books, {{size}}',
    open: 'Open',
    openOne: 'Open “{{title}}”',
    kept: '{{size}}, opens without a network until {{date}}',
    closed: '{{size}}, connect to a network to open it again',
    remove: 'Remove {{title}} from this device',
  },
};
