import { createSafeStorage } from '../../lib/stored/safe-storage.ts';

const NAME = 'blocked-pass';
/** Of this tab only. */
const storage = createSafeStorage(() => sessionStorage);

/** Keeps what a blocked user's sign-in got in place of a session: the ban page opens their conversation with it. */
export const keepBlockedPass = (pass: string): void => void storage.setItem(NAME, pass);

/** The pass of this tab; null where nobody blocked has signed in. */
export const findBlockedPass = (): string | null => storage.getItem(NAME) as string | null;

/** Forgets it, on signing out. */
export const forgetBlockedPass = (): void => void storage.removeItem(NAME);
