import type { Input } from '@portside/contract';
import type { Wanted } from './choose-items.ts';

/** What a call names. */
export const readWanted = ({
  item_ids,
  claim_id,
}: Pick<Input<'replaceItems'>['body'], 'item_ids' | 'claim_id'>): Wanted => ({
  itemIds: item_ids?.map(BigInt),
  claimId: claim_id === undefined ? undefined : BigInt(claim_id),
});
