import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { WalletProblem } from '../../../lib/wallet/problems.ts';
import { Callout } from '../../../ui/messages/callout.tsx';

/** A wallet problem in words, until the next step. */
export function WalletProblemNote({ problem, network }: { problem: WalletProblem; network: Network }) {
  const { t } = useTranslation('pay');
  const tone = problem === 'rejected' || problem === 'authorizationRejected' ? 'warn' : 'bad';
  return (
    <div role="alert">
      <Callout tone={tone} icon={<IconAlertTriangle size={18} aria-hidden />}>
        {t(`wallet.problem.${problem}`, { coin: recordOf(network).coin.name })}
      </Callout>
    </div>
  );
}
