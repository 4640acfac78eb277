import type { Input } from '@portside/contract';
import type { ItemSelection } from './select-items.ts';

/** The items that the body of a replacement or refund selects. */
export const parseItemSelection = ({
  item_ids,
  claim_id,
}: Pick<Input<'replaceItems'>['body'], 'item_ids' | 'claim_id'>): ItemSelection => ({
  itemIds: item_ids?.map(BigInt),
  claimId: claim_id === undefined ? undefined : BigInt(claim_id),
});
