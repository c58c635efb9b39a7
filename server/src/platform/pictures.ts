import sharp from 'sharp';

// libvips caches up to 50 MB of decoded images. We never decode the same image twice.
sharp.cache(false);

export { sharp };
