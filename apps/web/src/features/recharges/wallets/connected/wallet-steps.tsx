import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/use-translation.ts';
import type { Flow, FlowState } from '../../../../lib/wallet/flow.ts';
import classes from './wallet-steps.module.css';

const STEPS = ['connect', 'authorize', 'pay', 'done'] as const;

/** Index of the step for each state; 4 means all are done. */
const AT: Record<FlowState, number> = {
  notConnected: 0,
  connecting: 0,
  wrongNetwork: 0,
  switching: 0,
  connected: 1,
  authorizing: 1,
  allowing: 1,
  revoking: 1,
  authorized: 2,
  paying: 2,
  processing: 2,
  paid: 4,
};

const SPOKEN = ['authorizing', 'allowing', 'authorized', 'paying', 'processing', 'paid'] as const;

/** Four steps, and a sentence while the wallet or the network is working. */
export function WalletSteps({ flow }: { flow: Flow }) {
  const { t } = useTranslation('pay');
  const at = AT[flow.state];
  const spoken = SPOKEN.find((state) => state === flow.state);
  const text =
    flow.state === 'revoking' ? t('wallet.allowed.revoking') : spoken ? t(`wallet.state.${spoken}`) : '';
  return (
    <div>
      <ol className={classes.steps} aria-label={t('wallet.state.label')}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-phase={index < at ? 'done' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {index < at ? <IconCheck size={13} stroke={3} aria-hidden /> : index + 1}
            </span>
            {t(`wallet.step.${step}`)}
          </li>
        ))}
      </ol>
      <output className={classes.text} data-state={flow.state}>
        {text}
      </output>
    </div>
  );
}
