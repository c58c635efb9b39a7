import { z } from 'zod';
import { VALUE_MESSAGES } from './issue-text.ts';

const MAX_LENGTH = 80;

/** A stable name in files and addresses. */
export const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, VALUE_MESSAGES.slugCharacters);

/** The slug that a name suggests; empty where the name has no Latin letters or digits. */
export const proposeSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
