import { lazy, Suspense, type ComponentProps } from 'react';
import { useIsSandbox } from '../lib/stored/stored-state.ts';

const SandboxWallet = lazy(() => import('../features/sandbox/sandbox-wallet.tsx'));

/** The sandbox's wallet with test money. A production shop shows none, and never loads its code. */
export function SandboxSlot(props: ComponentProps<typeof SandboxWallet>) {
  const isSandbox = useIsSandbox();
  if (!isSandbox) return null;
  return (
    <Suspense>
      <SandboxWallet {...props} />
    </Suspense>
  );
}
