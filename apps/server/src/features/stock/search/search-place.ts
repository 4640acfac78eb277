import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';

/** Where a search goes on. Signed: nobody goes on with one that he has not begun, which is written down. */
export const writeSearchPlace = (ctx: Ctx, key: string, itemId: bigint): string =>
  `${itemId}.${sign(ctx, key, itemId)}`;

/** The item that a part ended with. Refuses `parameterError` a place of another search. */
export function readSearchPlace(ctx: Ctx, key: string, place: string): bigint {
  const itemId = BigInt(place.split('.')[0]!);
  return place === writeSearchPlace(ctx, key, itemId) ? itemId : refuse('parameterError', 'after');
}

function sign({ actor, keyring }: Ctx, key: string, itemId: bigint): string {
  const who = actor.kind === 'user' ? actor.userId : 'shop';
  // No line of an account has a NUL, so that this is nobody's fingerprint.
  return keyring.fingerprint(['search', who, itemId, key].join('\0')).toString('hex');
}
