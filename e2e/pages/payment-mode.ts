import { test, type APIRequestContext } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { signInColleague, signInOwner } from './people.ts';

type Mode = 'exact_amount' | 'own_addresses';

/** Has a network tell payments apart by that from now on, as two owners change it. */
async function setMode(request: APIRequestContext, network: string, mode: Mode): Promise<void> {
  const { token } = await signInOwner(request);
  const subject = `paymentMethod:${network}`;
  const { items: open } = await callApi(request, 'GET', '/api/proposals?state=open', { token });
  for (const one of open)
    if (one.subject === subject)
      await callApi(request, 'POST', `/api/proposals/${one.id}/veto`, {
        token,
        data: { reason: 'Outdated' },
      });
  const { items } = await callApi(request, 'GET', '/api/payment-methods', { token });
  const active = items.find((one: any) => one.type === network && one.retired_at === null);
  if (active.mode === mode) return;
  const { chain_id, contract_address, wallet_address, checkout_address, factory_address } = active;
  const addresses = { contract_address, wallet_address, checkout_address, factory_address };
  const data = { chain_id, ...addresses, mode, enabled: true, reason: 'To try both' };
  const { proposals } = await callApi(request, 'PUT', `/api/payment-methods/${active.id}`, { token, data });
  const { id } = proposals[0];
  const colleague = await signInColleague(request);
  await callApi(request, 'POST', `/api/proposals/${id}/approve`, { token: colleague.token, data: {} });
}

/** For journeys of a file that pay exact amounts on a network where the sandbox gives buyers addresses of their own. */
export function payExactAmountsOn(network: string): void {
  test.beforeAll(({ request }) => setMode(request, network, 'exact_amount'));
  test.afterAll(({ request }) => setMode(request, network, 'own_addresses'));
}
