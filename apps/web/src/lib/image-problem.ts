import type { ErrorName } from '@portside/contract/wire/errors';
import { isRefusal } from './api/api-error.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
const MOST_BYTES = 5 * 1024 * 1024;

/** Why a file cannot be shown to the shop; null where it can. The server looks at the content itself. */
export function imageProblem({ type, size }: { type: string; size: number }): 'type' | 'size' | null {
  if (!IMAGE_TYPES.some((known) => known === type)) return 'type';
  return size > MOST_BYTES ? 'size' : null;
}

/** As the server refuses what the browser took for an image. */
export const IMAGE_REFUSALS: readonly ErrorName[] = ['invalidFormat', 'fileMissing', 'bodyTooLarge'];

/** Why the server did not take an image; null for any other failure. */
export function refusedImage(error: unknown): 'type' | 'size' | null {
  if (isRefusal(error, 'bodyTooLarge')) return 'size';
  return isRefusal(error, ...IMAGE_REFUSALS) ? 'type' : null;
}
