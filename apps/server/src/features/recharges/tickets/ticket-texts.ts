import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
/** Tells a ticket's token from a session's, so that neither is ever looked up among the others. */
const PREFIX = 'pay_';

/** 256 random bits, base64url. */
export const newTicket = (): string => randomBytes(BYTES).toString('base64url');
export const newTicketToken = (): string => PREFIX + newTicket();
export const isTicketToken = (token: string): boolean => token.startsWith(PREFIX);

/** What the database keeps; a plain hash will do for what is random all over. */
export const hashTicket = (text: string): Buffer => createHash('sha256').update(text).digest();
