import type { CallName, FieldFault } from '@portside/contract';

/**
 * What the contract has against a call's body, before it is sent. The schemas are not among what every page loads:
 * they come with the first form that is sent, and where they do not come the server says the same.
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
