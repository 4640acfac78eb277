import { IconAlertTriangle } from '@tabler/icons-react';
import type { WalletProblem } from '../../lib/wallet/problems.ts';
import { Callout } from '../messages/callout.tsx';

/** A wallet's problem in words, until the next step. What the person declined is not an error. */
export function WalletProblemNote({ problem, text }: { problem: WalletProblem; text: string }) {
  return (
    <div role="alert">
      <Callout
        tone={problem === 'rejected' || problem === 'authorizationRejected' ? 'warn' : 'bad'}
        icon={<IconAlertTriangle size={18} aria-hidden />}
      >
        {text}
      </Callout>
    </div>
  );
}
