import { lazy, type ComponentProps } from 'react';
import { AfterContent } from '../lib/api/after-content.tsx';
import { withTexts } from '../locales/language.ts';
import { useIsSandbox } from '../lib/stored/stored-state.ts';

const SandboxWallet = lazy(withTexts('service', () => import('../features/sandbox/sandbox-wallet.tsx')));

/** The sandbox's wallet with test money. A production shop shows none, and never loads its code. */
export function SandboxSlot(props: ComponentProps<typeof SandboxWallet>) {
  const isSandbox = useIsSandbox();
  if (!isSandbox) return null;
  return (
    <AfterContent>
      <SandboxWallet {...props} />
    </AfterContent>
  );
}
