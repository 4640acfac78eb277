import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, base64url: nothing to read in it and nobody's to guess. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the database keeps. A plain hash will do, because tokens are random all over. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
