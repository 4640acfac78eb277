import type { PaymentMethodChange } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { toastSuccess } from '../../ui/messages/toasts.tsx';

/** Makes a change and shows whether it is in effect or pending approval. */
export function useChange(): (change: Promise<PaymentMethodChange>) => Promise<void> {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  return async (change) => {
    const { proposals } = await change;
    const isWaiting = proposals.some(({ state }) => state !== 'applied');
    toastSuccess('payment-method', t(isWaiting ? 'paymentMethods.proposed' : 'paymentMethods.done'));
    await client.invalidateQueries();
  };
}
