import type { FieldFault } from '@portside/contract';
import type { ApiError } from './api-error.ts';

/** Which fields of its body a call was refused for, where the server names them: its answer is the refusal's cause. */
export const fieldFaultsOf = ({ cause }: ApiError): readonly FieldFault[] =>
  (cause as { readonly faults?: readonly FieldFault[] } | undefined)?.faults ?? [];
