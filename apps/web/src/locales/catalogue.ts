import type { ErrorName } from '@portside/contract/errors';
import type { catalogue as english } from './en/index.ts';

/** Same groups and keys in every language; plural forms differ, so single keys are left to the parity test. */
type Widened<T> = { [K in keyof T]: T[K] extends string ? string : Partial<Widened<T[K]>> };

export type Catalogue = Widened<Omit<typeof english, 'errors'>> & { errors: Record<ErrorName, string> };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
  }
}
