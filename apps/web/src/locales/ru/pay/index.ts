import { own } from './own.ts';
import { pages } from './pages.ts';
import { wallet } from './wallet.ts';

/** Texts of the payment pages, loaded with them. */
export const catalogue = { own, pages, wallet };
