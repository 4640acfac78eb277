import { randomBytes } from 'node:crypto';

/** An IPv4 address that no other buyer has: what strangers of one address may reserve is limited. */
export const ownAddress = (): string => `10.${randomBytes(3).join('.')}`;
