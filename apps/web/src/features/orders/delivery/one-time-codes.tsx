import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { PageButtons } from '../../../ui/buttons/page-buttons.tsx';
import OneTimeCodeLine from './one-time-code-line.tsx';
import classes from './delivery.module.css';
import type { GuardedAccount } from './one-time-code.ts';

const PER_PAGE = 20;

/** One-time codes for accounts shown as plain lines, computed in the browser; the secrets never leave it. */
export function OneTimeCodes({ accounts }: { accounts: readonly GuardedAccount[] }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const [page, setPage] = useState(1);
  const first = (page - 1) * PER_PAGE;
  return (
    <section className={classes.codes} aria-labelledby="one-time-codes">
      <h4 className={classes.oneTimeCodesTitle} id="one-time-codes">
        {t('delivery.codes')}
      </h4>
      <p className={classes.hint}>{t('delivery.codeHint')}</p>
      <ol className={classes.list}>
        {accounts.slice(first, first + PER_PAGE).map(({ line, name, secret }) => (
          <li key={line}>
            <span className={`${classes.oneTimeCodesLine} figures`}>{line}</span>
            <code translate="no" className={classes.name}>
              {name}
            </code>
            <OneTimeCodeLine secret={secret} line={line} />
          </li>
        ))}
      </ol>
      <PageButtons
        label={shop('orders.accounts.pages')}
        total={Math.ceil(accounts.length / PER_PAGE)}
        page={page}
        onChange={setPage}
      />
    </section>
  );
}

type CodeColumnProps = { columns: readonly string[]; chosen: string; onChoose: (column: string) => void };

/**
 * Asks which column holds two-factor secrets if no name says so. Codes are computed in the browser; the secrets never
 * leave it.
 */
export function CodeColumn({ columns, chosen, onChoose }: CodeColumnProps) {
  const { t } = useTranslation('service');
  return (
    <NativeSelect
      size="sm"
      maw="22rem"
      label={t('delivery.codeColumn')}
      description={t('delivery.codeHint')}
      value={chosen}
      data={[{ value: '', label: t('delivery.noCodes') }, ...columns]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
