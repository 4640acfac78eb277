import { createSafeStorage } from './safe-storage.ts';

const NAME = 'blocked-pass';
/** Of this tab: whoever opens the browser next must not read the conversation. */
const storage = createSafeStorage(() => sessionStorage);

/** Keeps what a blocked user's sign-in got in place of a session; a refusal of another call has none. */
export function keepBlockedPass({ cause }: Error): void {
  const { pass } = (cause ?? {}) as { readonly pass?: unknown };
  if (typeof pass === 'string') storage.setItem(NAME, pass);
}

/** null where there is none. */
export const findBlockedPass = (): string | null => storage.getItem(NAME) as string | null;

export const forgetBlockedPass = (): unknown => storage.removeItem(NAME);
