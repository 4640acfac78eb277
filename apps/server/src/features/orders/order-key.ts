/** Names an order by its buyer and the buyer's idempotency key. */
export const orderKey = (userId: bigint, idempotencyKey: string): string => `${userId}/${idempotencyKey}`;
