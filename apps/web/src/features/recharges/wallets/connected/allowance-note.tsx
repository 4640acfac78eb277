import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/use-translation.ts';
import { Folded } from '../../../../ui/layout/folded.tsx';
import classes from './allowance-note.module.css';

/** An allowance before it is given: its amount and its spender, and on request how to revoke it. */
export function AllowanceNote({ amount, checkout }: { amount: string; checkout: string }) {
  const { t } = useTranslation('pay');
  return (
    <div>
      <dl className={classes.note}>
        <div>
          <dt>{t('wallet.allowed.what')}</dt>
          <dd>{t('wallet.allowed.whatText', { amount })}</dd>
        </div>
        <div>
          <dt>{t('wallet.allowed.whom')}</dt>
          <dd>
            {t('wallet.allowed.whomText')} <code className={classes.address}>{checkout}</code>
          </dd>
          <dd className={classes.checked}>
            <IconShieldCheck size={15} stroke={1.8} aria-hidden />
            {t('wallet.allowed.checked')}
          </dd>
        </div>
      </dl>
      <Folded summary={t('wallet.allowed.revoke')}>
        <p>{t('wallet.allowed.revokeText')}</p>
      </Folded>
    </div>
  );
}
