import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

/** What every page may know of the shop's settings; merged into the web config at the start. */
export const SiteConfig = z.object({
  site_name: z.string(),
  contract_address_eth: z.string(),
  wallet_address_eth: z.string(),
  contract_address_tron: z.string(),
  wallet_address_tron: z.string(),
  recharge_amounts: z.array(z.string()),
  recharge_minimum: z.string(),
  recharge_maximum: z.string(),
  quote_minutes: z.int(),
  retention_days: z.int(),
  telegram: z.string(),
  sandbox: z.boolean(),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export const settingsEndpoints = endpoints({
  readSiteConfig: { access: 'visitor', summary: 'Public settings of the shop', data: SiteConfig },
});
