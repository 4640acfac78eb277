import { test, type APIRequestContext } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { signInColleague, signInOwner } from './people.ts';

type Method = {
  readonly id: string;
  readonly type: string;
  readonly chain_id: number;
  readonly contract_address: string;
  readonly wallet_address: string;
  readonly checkout_address: string | null;
  readonly factory_address: string | null;
  readonly mode: 'exact_amount' | 'own_addresses';
  readonly enabled: boolean;
  readonly retired_at: string | null;
};

/** Newest first. */
async function listMethods(request: APIRequestContext, network: string): Promise<readonly Method[]> {
  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', '/api/payment-methods', { token });
  return items.filter(({ type }: Method) => type === network);
}

/** The network's first method in this sandbox. */
export const firstMethod = async (request: APIRequestContext, network: string): Promise<Method> =>
  (await listMethods(request, network)).at(-1)!;

/** The method in use. */
export const activeMethod = async (request: APIRequestContext, network: string): Promise<Method> =>
  (await listMethods(request, network)).find((one) => one.retired_at === null)!;

/** Withdraws pending proposals, so that another change of the network can be proposed. */
async function withdrawChanges(request: APIRequestContext, network: string): Promise<void> {
  const { token } = await signInOwner(request);
  const { items: open } = await callApi(request, 'GET', '/api/proposals?state=open', { token });
  const data = { reason: 'Outdated' };
  for (const { id, subject } of open)
    if (subject === `paymentMethod:${network}`)
      await callApi(request, 'POST', `/api/proposals/${id}/veto`, { token, data });
}

/** Changes how a network takes payments, as two owners would. */
export async function setMethod(request: APIRequestContext, network: string, wanted: Method): Promise<void> {
  await withdrawChanges(request, network);
  const { id } = await activeMethod(request, network);
  const { chain_id, contract_address, wallet_address, mode, enabled } = wanted;
  const checkout_address = wanted.checkout_address ?? undefined;
  const factory_address = wanted.factory_address ?? undefined;
  const addresses = { contract_address, wallet_address, checkout_address, factory_address };
  const data = { chain_id, ...addresses, mode, enabled, reason: 'For a journey' };
  const { token } = await signInOwner(request);
  const { proposals } = await callApi(request, 'PUT', `/api/payment-methods/${id}`, { token, data });
  const colleague = await signInColleague(request);
  for (const one of proposals)
    await callApi(request, 'POST', `/api/proposals/${one.id}/approve`, { token: colleague.token, data: {} });
}

/**
 * Restores how a network takes payments, whatever a journey left: addresses first, because a replaced method cannot be
 * switched on.
 */
export async function restoreMethod(request: APIRequestContext, network: string): Promise<void> {
  const first = await firstMethod(request, network);
  const { enabled } = await activeMethod(request, network);
  await setMethod(request, network, { ...first, enabled });
  if (!enabled) await setMethod(request, network, { ...first, enabled: true });
}

/** For journeys of a file that pay exact amounts on a network where the sandbox gives buyers addresses of their own. */
export function payExactAmountsOn(network: string): void {
  test.beforeAll(async ({ request }) =>
    setMethod(request, network, { ...(await firstMethod(request, network)), mode: 'exact_amount' }),
  );
  test.afterAll(({ request }) => restoreMethod(request, network));
}
