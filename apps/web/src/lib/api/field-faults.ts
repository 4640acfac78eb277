import type { FieldFault } from '@portside/contract';
import type { ApiError } from './api-error.ts';

/** The invalid fields that the server named in its refusal. */
export const fieldFaultsOf = ({ cause }: ApiError): readonly FieldFault[] =>
  (cause as { readonly faults?: readonly FieldFault[] } | undefined)?.faults ?? [];
