import type { CallName, LiveEventName } from '@portside/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey } from '../api/query.ts';
import { onLive } from './live-events.ts';

/** Whose answers an event makes old. Those on the page are brought up to date by the components that show them. */
const MADE_OLD = {
  order: ['listOrders', 'readOrder', 'readAccounts'],
  claim: ['listOrders', 'readOrder', 'readAccounts', 'listOrderWarrantyClaims'],
  rechargeMoved: ['listRecharges', 'readRecharge'],
  smallPayment: ['listSmallPayments'],
  support: ['listSupportMessages'],
  announcement: ['listAnnouncementsAt'],
} satisfies Partial<Record<LiveEventName, readonly CallName[]>>;

/** Kept answers that nobody shows are asked for again the next time, also where they are seconds old. Mount once. */
export function useStaleOnEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stops = Object.entries(MADE_OLD).map(([event, calls]) =>
      onLive(event as keyof typeof MADE_OLD, () => calls.forEach((name) => makeOld(client, name))),
    );
    return () => stops.forEach((stop) => stop());
  }, [client]);
}

const makeOld = (client: QueryClient, name: CallName): void =>
  void client.invalidateQueries({ queryKey: queryKey(name), type: 'inactive' });
