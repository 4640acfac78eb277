import type { CallName, FieldFault } from '@portside/contract';

/**
 * Validates a call's body against the contract before it is sent. The schemas load with the first submitted form;
 * where they do not load, the server validates alone.
 */
export async function checkBody(name: CallName, body: unknown): Promise<FieldFault[]> {
  const known = await import('@portside/contract').catch(() => null);
  if (known === null) return [];
  const { contract, cleanPayload, faultsOf } = known;
  const endpoint = contract[name];
  if (!('body' in endpoint)) return [];
  const sent = cleanPayload(body) ?? {};
  return faultsOf(endpoint.body.safeParse(sent).error?.issues ?? [], sent);
}
