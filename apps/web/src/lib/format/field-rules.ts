import type { ErrorName } from '@portside/contract/wire/errors';
import { isRefusal } from '../api/api-error.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
const MOST_BYTES = 5 * 1024 * 1024;

/** Why a file cannot be uploaded as an image; null if it can. The server checks the content. */
export function imageProblem({ type, size }: { type: string; size: number }): 'type' | 'size' | null {
  if (!IMAGE_TYPES.some((known) => known === type)) return 'type';
  return size > MOST_BYTES ? 'size' : null;
}

/** Refusals of a file that is not a usable image. */
export const IMAGE_REFUSALS: readonly ErrorName[] = ['invalidFormat', 'fileMissing', 'bodyTooLarge'];

/** Why the server refused an image; null for any other failure. */
export function refusedImage(error: unknown): 'type' | 'size' | null {
  if (isRefusal(error, 'bodyTooLarge')) return 'size';
  return isRefusal(error, ...IMAGE_REFUSALS) ? 'type' : null;
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const MOST_LENGTH = 254;

/** An e-mail address as it was meant: without blanks around it, and with the letters of a Chinese keyboard in one width. */
export const plainEmail = (text: string): string =>
  text.trim().replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Whether it looks like an e-mail address, as `plainEmail` reads it. The server checks more strictly. */
export const isEmail = (text: string): boolean => {
  const address = plainEmail(text);
  return address.length <= MOST_LENGTH && EMAIL.test(address);
};
