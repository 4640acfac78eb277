import type { PaymentMode } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './recharge-notice.module.css';

const POINTS = {
  exact_amount: ['exact', 'network', 'fee', 'exchange', 'final'],
  own_addresses: ['any', 'network', 'exchange', 'final'],
} as const;

/** What to know before sending money. */
export function RechargeNotice({ mode }: { mode: PaymentMode }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('recharges.notice.title')} isFolded={currentArea() === '/mobile'}>
      <ol className={classes.points}>
        {POINTS[mode].map((point) => (
          <li key={point}>{t(`recharges.notice.${point}`)}</li>
        ))}
      </ol>
    </Panel>
  );
}
