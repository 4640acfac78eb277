import { randomBytes } from 'node:crypto';

/** 32 random bytes in base64: a key of the shop, or a password. */
export const randomSecret = (): string => randomBytes(32).toString('base64');
