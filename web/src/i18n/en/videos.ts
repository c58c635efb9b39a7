export default {
  label: 'Video',
  state: {
    unchanged: 'Readers get this file as it was uploaded.',
    ready: 'Ready for readers, in {{sizes}}.',
    readySound: 'Ready for readers, with a still picture.',
    failed: 'This file cannot be prepared: it {{problem}}.',
    failedHere: 'The file could not be prepared. Try again; if it fails again, tell the administrators.',
    canceled:
      'Preparation was called off. The book cannot be published with this video unless browsers play it as it is.',
  },
  step: {
    waiting: 'Waiting to be prepared',
    reading: 'Reading the file',
    video: 'Making the video',
    stream: 'Making the sizes',
    poster: 'Making the poster',
  },
  progress: 'Progress of the preparation',
  lines: '{{lines}}p',
  note: 'The file {{note}}.',
  cancel: 'Call off',
  again: 'Prepare again',
  notConverted:
    'This server does not convert videos. The file must be an MP4 with H.264 video (8 bits, 4:2:0) and AAC sound, or a WebM with VP9 and Opus.',
  markHere: 'Set a mark here',
  markTitle: 'New mark',
  marked: 'Mark set at {{time}}',
};
