import { z } from 'zod';
import { withoutOverrides } from './visible-text.ts';

/** What a user wrote for others to read, in lines. In answers, because former releases stored it as it was sent. */
export const ShownText = z.string().overwrite(withoutOverrides);

/** The same in requests. */
export const WrittenText = ShownText.trim();
