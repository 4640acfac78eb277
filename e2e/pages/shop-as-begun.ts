import type { APIRequestContext } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { signInOwner } from './people.ts';

/** Restores what journeys change for the whole shop, even when they fail: they share it. */

/** Every setting at its initial value. */
export async function restoreSettings(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  await callApi(request, 'PUT', '/api/settings', { token, data: {} });
}

/** The sandbox's own brand, which has no name, and no draft. */
export async function restoreBrand(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  let { draft, published } = await callApi(request, 'GET', '/api/admin/brand', { token });
  while (Object.keys(published.name).length > 0) {
    const data = { published_at: published.published_at };
    ({ draft, published } = await callApi(request, 'POST', '/api/admin/brand/undo', { token, data }));
  }
  if (draft !== null) await callApi(request, 'DELETE', '/api/admin/brand/draft', { token });
}

/** The built-in terms. */
export async function restoreTerms(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  await callApi(request, 'PUT', '/api/admin/documents/terms', { token, data: { body: {} } });
}

/** Empties the operator's own list of wallets. */
export async function unblockWallets(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', '/api/wallets/blocked?list=own', { token });
  for (const { id } of items) await callApi(request, 'DELETE', `/api/wallets/blocked/${id}`, { token });
}

/** Removes announcements with that title. */
export async function removeAnnouncements(request: APIRequestContext, title: string): Promise<void> {
  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', '/api/announcements', { token });
  for (const one of items)
    if (one.title.en === title) await callApi(request, 'DELETE', `/api/announcements/${one.id}`, { token });
}
