import type { Network } from '@portside/contract';
import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react';
import { withTexts } from '../../../locales/language.ts';

/** Its code and the wallets' load when it is opened. */
const DepositClaimSheet = lazy(withTexts('named', () => import('../deposit-claim-sheet.tsx')));

type Claimed = { readonly type: Network; readonly hash: string };
const ClaimContext = createContext<(claimed: Claimed) => void>(() => undefined);

/** Opens the claim of a payment, in the `ClaimHost` around. */
export const useClaim = (): ((claimed: Claimed) => void) => use(ClaimContext);

/** Shows the claim that is opened within, also when the part that opened it is gone: as the payment window ends. */
export function ClaimHost({ children }: { children: ReactNode }) {
  const [claimed, claim] = useState<Claimed | null>(null);
  return (
    <ClaimContext value={claim}>
      {children}
      {claimed && (
        <Suspense>
          <DepositClaimSheet {...claimed} onClose={() => claim(null)} />
        </Suspense>
      )}
    </ClaimContext>
  );
}
