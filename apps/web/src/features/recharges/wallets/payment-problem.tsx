import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { WalletProblem } from '../../../lib/wallet/problems.ts';
import { WalletProblemNote } from '../../../ui/wallet/wallet-problem-note.tsx';

/** What keeps a buyer's wallet from paying. */
export function PaymentProblem({ problem, network }: { problem: WalletProblem; network: Network }) {
  const { t } = useTranslation('pay');
  const text = t(`wallet.problem.${problem}`, { coin: recordOf(network).coin.name });
  return <WalletProblemNote problem={problem} text={text} />;
}
