import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
/** Distinguishes ticket tokens from session tokens, so that each is looked up in its own table only. */
const PREFIX = 'pay_';

/** 256 random bits, base64url. */
export const newTicket = (): string => randomBytes(BYTES).toString('base64url');
export const newTicketToken = (): string => PREFIX + newTicket();
/** By its prefix only: whether it opens anything is looked up. */
export const isTicketToken = (token: string): boolean => token.startsWith(PREFIX);

/** The stored form. A plain hash is enough for a secret of 256 random bits. */
export const hashTicket = (text: string): Buffer => createHash('sha256').update(text).digest();
