import { useTranslation } from 'react-i18next';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './recharge-notice.module.css';

const POINTS = ['exact', 'network', 'fee', 'exchange', 'final'] as const;

/** What to know before sending money. */
export function RechargeNotice() {
  const { t } = useTranslation();
  return (
    <Panel title={t('recharges.notice.title')} isFolded={currentArea() === '/mobile'}>
      <ol className={classes.points}>
        {POINTS.map((point) => (
          <li key={point}>{t(`recharges.notice.${point}`)}</li>
        ))}
      </ol>
    </Panel>
  );
}
