import type { ShopSettings } from '@portside/contract';

/** A wallet that may allow more than one payment at once, with its cap in USDT. */
export type AllowedWallet = ShopSettings['allowed_wallets'][number];
