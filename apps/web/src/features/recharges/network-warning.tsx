import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { neighboursOf } from '../../lib/networks.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './network-warning.module.css';
import { usePunctuation } from '../../locales/punctuation.ts';

/** What must not be sent, and the networks that this one is taken for. */
export function NetworkWarning({ type, children }: { type: Network; children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { space } = usePunctuation();
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const neighbours = neighboursOf(type);
  const { standard } = recordOf(type);
  // In Chinese Latin names have spaces around them.
  const others = list.format(neighbours).replace('或', ' 或 ');
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={19} stroke={1.8} aria-hidden />
      <span>
        {children}
        {neighbours.length > 0 && (
          <>
            {space}
            {t('recharges.payment.neighbours', { network: standard, others })}
          </>
        )}
      </span>
    </p>
  );
}
