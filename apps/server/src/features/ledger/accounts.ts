/** The system's ledger accounts, as the schema numbers them; those of networks are in the database. */
export const UNMATCHED = 3n;
export const HELD = 4n;
export const REVENUE = 5n;
export const ADJUSTMENTS = 6n;
export const PAYOUTS = 7n;
export const OPENINGS = 8n;

/** The ledger account of a user's spendable money has the user's own id. */
export const availableAccountOf = (userId: bigint): bigint => userId;
