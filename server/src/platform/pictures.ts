import sharp from 'sharp';

// libvips otherwise keeps what it decoded last, up to 50 MB, in case that the same picture is asked for again. Here none is.
sharp.cache(false);

export { sharp };
