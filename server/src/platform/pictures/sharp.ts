import sharp from 'sharp';

/* Only for programs of child processes: an uploaded file is never decoded in the server's own process. */

// libvips caches up to 50 MB of decoded images. We never decode the same image twice.
sharp.cache(false);

export { sharp };
