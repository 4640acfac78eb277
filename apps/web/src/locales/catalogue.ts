import type { ErrorName } from '@portside/contract/wire/errors';
import type { catalogue as addressEnglish } from './en/address.ts';
import type { catalogue as adminEnglish } from './en/admin/index.ts';
import type { browse as browseEnglish } from './en/browse.ts';
import type { home as homeEnglish } from './en/home.ts';
import type { catalogue as english } from './en/index.ts';
import type { orders as ordersEnglish } from './en/orders.ts';
import type { catalogue as payEnglish } from './en/pay.ts';
import type { product as productEnglish } from './en/product.ts';
import type { recharges as rechargesEnglish } from './en/recharges.ts';
import type { catalogue as serviceEnglish } from './en/service/index.ts';

/** Same groups and keys in every language; plural forms differ, so single keys are left to the parity test. */
type Widened<T> = { [K in keyof T]: T[K] extends string ? string : Partial<Widened<T[K]>> };

export type Catalogue = Widened<Omit<typeof english, 'errors'>> & { errors: Record<ErrorName, string> };

/** Groups of the shop's texts that are loaded with the pages that show them. */
export type BrowseCatalogue = Widened<{ browse: typeof browseEnglish }>;
export type HomeCatalogue = Widened<{ home: typeof homeEnglish }>;
export type OrdersCatalogue = Widened<{ orders: typeof ordersEnglish }>;
export type ProductCatalogue = Widened<{ product: typeof productEnglish }>;
export type RechargesCatalogue = Widened<{ recharges: typeof rechargesEnglish }>;
export type AddressCatalogue = Widened<typeof addressEnglish>;
export type AdminCatalogue = Widened<typeof adminEnglish>;
export type PayCatalogue = Widened<typeof payEnglish>;
export type ServiceCatalogue = Widened<typeof serviceEnglish>;
