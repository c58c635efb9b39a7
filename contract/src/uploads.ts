import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { Timestamp } from './atoms.ts';

export const UPLOAD_PURPOSES = ['avatar', 'topic_image', 'listing_picture'] as const;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png'] as const;
export const UPLOAD_MAX_BYTES = 5_000_000;
export const CreateUploadBody = z.object({
  purpose: z.enum(UPLOAD_PURPOSES).default('avatar'),
  content_type: z.enum(UPLOAD_TYPES, { error: FIELD_MESSAGES.imageType }),
  size: z.number().int().min(1).max(UPLOAD_MAX_BYTES, FIELD_MESSAGES.imageSize),
});
/** Where to PUT the bytes with that content type; the answer to the PUT is `{link}`, the value for the image. */
export const UploadPlace = z.object({ upload_url: z.string(), expires_at: Timestamp });
