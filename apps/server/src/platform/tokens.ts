import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Stored in place of the token. A plain hash is enough, because tokens are fully random. */
export const hashToken = (token: string): Buffer =>
  // Takes half the time of 'buffer'.
  Buffer.from(hash('sha256', token, 'binary'), 'latin1');
