import type { SentErrorName } from '@portside/contract/wire/errors';
import type { OfficeErrorName } from '@portside/contract/wire/error-wording';
import type { catalogue as adminEnglish } from './en/admin/index.ts';
import type { catalogue as english } from './en/index.ts';
import type { catalogue as serviceEnglish } from './en/service/index.ts';

/** Those that the shop's pages word. */
export type ShopErrorName = Exclude<SentErrorName, OfficeErrorName>;

/** Same groups and keys in every language; plural forms differ, so single keys are left to the parity test. */
type Widened<T> = { [K in keyof T]: T[K] extends string ? string : Partial<Widened<T[K]>> };

export type Catalogue = Widened<Omit<typeof english, 'errors'>> & {
  errors: Record<ShopErrorName, string>;
};
/** English has all refusals in the shop's texts, from the contract. */
export type AdminCatalogue = Widened<typeof adminEnglish> & { errors: Record<OfficeErrorName, string> };
export type ServiceCatalogue = Widened<typeof serviceEnglish>;
