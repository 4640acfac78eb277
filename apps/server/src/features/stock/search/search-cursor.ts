import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';

/** Where a search continues. Signed, so that nobody continues a search that they have not begun, which is audited. */
export const writeSearchCursor = (ctx: Ctx, key: string, itemId: bigint): string =>
  `${itemId}.${sign(ctx, key, itemId)}`;

/** The last item of the part before. Refuses the cursor of another search (parameterError). */
export function readSearchCursor(ctx: Ctx, key: string, cursor: string): bigint {
  const itemId = BigInt(cursor.split('.')[0]!);
  return cursor === writeSearchCursor(ctx, key, itemId) ? itemId : refuse('parameterError', 'after');
}

function sign({ actor, keyring }: Ctx, key: string, itemId: bigint): string {
  const who = actor.kind === 'user' ? actor.userId : 'shop';
  // No line has a NUL, so this is never the fingerprint of an account.
  return keyring.fingerprint(['search', who, itemId, key].join('\0')).toString('hex');
}
