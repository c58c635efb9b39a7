/**
 * EN 301 549 V3.2.1 (2021-03), beside chapter 9. A row of chapter 4 names the criteria of WCAG that matter most to it, and
 * its level is the lowest of theirs.
 * @typedef {'Supports' | 'Partially Supports' | 'Does Not Support' | 'Not Applicable'} Level
 * @typedef {readonly [clause: string, name: string, level: Level, remarks: string]} Clause
 */

/** @type {readonly (readonly [clause: string, name: string, criteria: string, remarks: string])[]} */
export const PERFORMANCE = [
  [
    '4.2.1',
    'Usage without vision',
    '1.1.1 1.2.3 1.2.5 1.3.1 1.3.2 2.1.1 2.4.3 4.1.2 4.1.3',
    'Markup, focus and announcements are tested; screen readers and braille displays are not.',
  ],
  [
    '4.2.2',
    'Usage with limited vision',
    '1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 2.4.7 2.4.11',
    'Books are also shown as text, from 70 to 400 percent.',
  ],
  ['4.2.3', 'Usage without perception of color', '1.4.1 1.4.11', 'Contrast themes are tested.'],
  ['4.2.4', 'Usage without hearing', '1.2.1 1.2.2', 'Only lectures have sound.'],
  ['4.2.5', 'Usage with limited hearing', '1.2.2 1.4.2', 'Only lectures have sound.'],
  ['4.2.6', 'Usage with no or limited vocal capability', '', 'Nothing is operated by voice.'],
  [
    '4.2.7',
    'Usage with limited manipulation or strength',
    '2.1.1 2.1.4 2.5.1 2.5.2 2.5.7 2.5.8',
    'Speech input and touch hardware are not tested. A setting on `/accessibility` keeps copy protection away from the clipboard, which dictation may need.',
  ],
  ['4.2.8', 'Usage with limited reach', '', 'The product has no hardware.'],
  [
    '4.2.9',
    'Minimize photosensitive seizure triggers',
    '2.3.1',
    'Lectures are the publisher’s; a book can state hazards.',
  ],
  [
    '4.2.10',
    'Usage with limited cognition, language or learning',
    '2.2.1 3.2.3 3.2.4 3.3.1 3.3.2 3.3.3 3.3.7 3.3.8',
    'Books are also read aloud, with sentence and word highlighted.',
  ],
  [
    '4.2.11',
    'Privacy',
    '',
    'No accessibility feature sends data: settings are stored in the browser. Voices of the system may be remote; local ones come first.',
  ],
];

/** @type {readonly Clause[]} */
const GENERIC = [
  [
    '5.1',
    'Closed functionality',
    'Not Applicable',
    'The product runs in the user’s browser, with the user’s assistive technology.',
  ],
  [
    '5.2',
    'Activation of accessibility features',
    'Supports',
    'The settings on `/accessibility` need no account and work by keyboard: `web/src/routes/accessibility.test.tsx`, `e2e/accessibility.spec.ts`.',
  ],
  ['5.3', 'Biometrics', 'Not Applicable', 'No biometric characteristics are used.'],
  [
    '5.4',
    'Preservation of accessibility information during conversion',
    'Partially Supports',
    'Order, headings, lists, tables and descriptions of a tagged PDF are kept for screen readers (`server/src/features/publishing/pages/page-tags.test.ts`). The PDF of a single page has no tags.',
  ],
  ['5.5.1', 'Means of operation', 'Not Applicable', 'The product has no hardware.'],
  ['5.5.2', 'Operable parts discernibility', 'Not Applicable', 'The product has no hardware.'],
  ['5.6.1', 'Tactile or auditory status', 'Not Applicable', 'The product has no hardware.'],
  ['5.6.2', 'Visual status', 'Not Applicable', 'The product has no hardware.'],
  ['5.7', 'Key repeat', 'Not Applicable', 'The platform repeats keys.'],
  ['5.8', 'Double-strike key acceptance', 'Not Applicable', 'The platform accepts keys.'],
  [
    '5.9',
    'Simultaneous user actions',
    'Supports',
    'Every drag has a click and a key that do the same (`web/src/features/lectures/without-dragging.test.tsx`), and zoom has buttons beside the pinch of two fingers (`web/src/features/reader/phone.test.tsx`).',
  ],
];

/** @type {readonly Clause[]} */
const VIDEO = [
  [
    '7.1.1',
    'Captioning playback',
    'Supports',
    '`e2e/lectures.spec.ts`, `web/src/features/lectures/material-page.test.tsx`.',
  ],
  [
    '7.1.2',
    'Captioning synchronization',
    'Supports',
    'The browser shows captions at their times: `e2e/lectures-long.spec.ts`.',
  ],
  [
    '7.1.3',
    'Preservation of captioning',
    'Supports',
    'Captions are files of their own, which converting a video does not change.',
  ],
  [
    '7.1.4',
    'Captions characteristics',
    'Partially Supports',
    'Captions are the browser’s: they look as its own or the system’s settings say, where it has such settings. The product has none.',
  ],
  [
    '7.1.5',
    'Spoken subtitles',
    'Does Not Support',
    'Captions are not spoken. They are text in the transcript.',
  ],
  [
    '7.2.1',
    'Audio description playback',
    'Supports',
    'Descriptions are spoken by a voice of the system: `web/src/features/lectures/without-dragging.test.tsx`.',
  ],
  [
    '7.2.2',
    'Audio description synchronization',
    'Supports',
    'The lecture pauses while a description is spoken: the same test.',
  ],
  [
    '7.2.3',
    'Preservation of audio description',
    'Supports',
    'Descriptions are files of their own, which converting a video does not change.',
  ],
  [
    '7.3',
    'User controls for captions and audio description',
    'Supports',
    'Captions and descriptions have buttons in the bar of the player.',
  ],
];

/** @type {readonly Clause[]} */
const DOCUMENTS = [
  [
    '10.1 to 10.4',
    'Documents of the product: certificates, transcripts, receipts as PDF',
    'Does Not Support',
    'They are images without text and tags. The page behind the number of a certificate has its facts as text.',
  ],
  [
    '10.1 to 10.4',
    'The PDF of a single page of a book',
    'Does Not Support',
    'It has no tags. The viewer shows the same page with its text.',
  ],
  [
    '10.1 to 10.4',
    'Notes as Markdown and CSV',
    'Supports',
    'Plain text with headings per page: `web/src/features/reader/notes/export-notes.test.ts`.',
  ],
  ['10.5', 'Caption positioning', 'Not Applicable', 'No document contains a video.'],
  ['10.6', 'Audio description timing', 'Not Applicable', 'No document contains a video.'],
];

/** @type {readonly Clause[]} */
const SOFTWARE = [
  [
    '11.1 to 11.5',
    'Non-web software',
    'Not Applicable',
    'The product is used in a browser. There is no native application; its screens are under chapter 9.',
  ],
  [
    '11.6',
    'Documented accessibility usage',
    'Partially Supports',
    'While the pages of a book have the focus, copy protection writes to the clipboard, which disturbs tools that use it. A setting on `/accessibility` ends that: `web/src/features/reader/reader-focus.test.tsx`.',
  ],
  [
    '11.7',
    'User preferences',
    'Partially Supports',
    'Contrast themes (`e2e/seen-clearly.spec.ts`), light or dark (`e2e/catalogue.spec.ts`), reduced motion and the browser’s size of text are followed. Typefaces are the product’s own; the text view offers three.',
  ],
  [
    '11.8.2',
    'Accessible content creation',
    'Partially Supports',
    'Authors can enter alternative texts, captions and descriptions, and upload tagged PDFs. Nothing asks for them.',
  ],
  ['11.8.3', 'Preservation of accessibility information in transformations', 'Partially Supports', 'As 5.4.'],
  [
    '11.8.4',
    'Repair assistance',
    'Partially Supports',
    'The check list names pages whose text is uncertain. It names no missing alternatives and captions; the book’s page counts them.',
  ],
  [
    '11.8.5',
    'Templates',
    'Not Applicable',
    'There are no templates of pages. The template of question tables is text.',
  ],
];

/** @type {readonly Clause[]} */
const SUPPORT = [
  [
    '12.1.1',
    'Accessibility and compatibility features',
    'Supports',
    '`/accessibility`, [accessibility](accessibility.md) and the list of keys in the viewer.',
  ],
  [
    '12.1.2',
    'Accessible documentation',
    'Supports',
    '`/accessibility` is a screen of the product: `web/src/routes/accessibility.test.tsx`. Other documentation is Markdown.',
  ],
  [
    '12.2.2',
    'Information on accessibility and compatibility features',
    'Not Applicable',
    'Support is given by the operator, who adds this row.',
  ],
  [
    '12.2.3',
    'Effective communication',
    'Not Applicable',
    'As 12.2.2. The product has a contact form, linked from `/accessibility`.',
  ],
  ['12.2.4', 'Accessible documentation', 'Not Applicable', 'As 12.2.2.'],
];

/** @type {readonly (readonly [title: string, clauses: readonly Clause[] | string])[]} */
export const CHAPTERS = [
  ['Chapter 5: Generic requirements', GENERIC],
  [
    'Chapter 6: ICT with two-way voice communication',
    'Not applicable: the product has no voice communication.',
  ],
  ['Chapter 7: ICT with video capabilities', VIDEO],
  ['Chapter 8: Hardware', 'Not applicable: the product has no hardware.'],
  [
    'Chapter 9: Web',
    'As WCAG 2.2 above: clause 9.1.1.1 is criterion 1.1.1, and so on. V3.2.1 refers to WCAG 2.1, which lacks 2.4.11, 2.5.7, 2.5.8, 3.2.6, 3.3.7 and 3.3.8 and has 4.1.1 Parsing (9.4.1.1). According to the errata of WCAG 2.1, 4.1.1 is always satisfied by HTML: Supports. 9.6, WCAG conformance requirements: Partially Supports, because some criteria are only partially supported.',
  ],
  ['Chapter 10: Non-web documents', DOCUMENTS],
  ['Chapter 11: Software', SOFTWARE],
  ['Chapter 12: Documentation and support services', SUPPORT],
  ['Chapter 13: Relay and emergency services', 'Not applicable: the product offers no such services.'],
];
