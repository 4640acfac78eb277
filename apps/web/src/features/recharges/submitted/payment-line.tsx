import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { shorten } from '../history/shorten.ts';
import { LastChecked } from './last-checked.tsx';
import classes from './payment-line.module.css';

type Props = {
  hash: string;
  isFound: boolean;
  /** When the network was last read; null where it never was. */
  checkedAt: string | null;
  tone: 'waiting' | 'warn' | 'good';
  /** What to do next. */
  next: string;
  /** Scrolled into view once it appears. */
  place: Ref<HTMLDivElement>;
};

const ICONS = { warn: IconAlertTriangle, good: IconCircleCheck };

/** Which transaction is looked for, when the network was last read, whether it was found, and what to do next. */
export function PaymentLine({ hash, isFound, checkedAt, tone, next, place }: Props) {
  const { t } = useTranslation();
  const Icon = tone === 'waiting' ? null : ICONS[tone];
  return (
    <div ref={place} className={classes.line} data-testid="submitted-payment" data-tone={tone}>
      {Icon === null ? <Loader size={18} /> : <Icon size={19} stroke={1.8} aria-hidden />}
      <div>
        <p className={classes.what}>
          <span title={hash}>
            {t(isFound ? 'recharges.hint.foundHash' : 'recharges.hint.looking', { hash: shorten(hash, 4) })}
          </span>
          <LastChecked at={checkedAt} />
        </p>
        <p className={classes.next} aria-live="polite">
          {next}
        </p>
      </div>
    </div>
  );
}
