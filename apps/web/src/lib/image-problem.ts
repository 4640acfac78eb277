export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
const MOST_BYTES = 5 * 1024 * 1024;

/** Why a file cannot be shown to the shop; null where it can. The server looks at the content itself. */
export function imageProblem({ type, size }: { type: string; size: number }): 'type' | 'size' | null {
  if (!IMAGE_TYPES.some((known) => known === type)) return 'type';
  return size > MOST_BYTES ? 'size' : null;
}
