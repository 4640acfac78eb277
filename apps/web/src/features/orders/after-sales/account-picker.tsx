import type { DeliveredAccount } from '@portside/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { PageButtons } from '../../../ui/buttons/page-buttons.tsx';
import classes from './account-picker.module.css';

const PER_PAGE = 25;

type Props = {
  accounts: readonly DeliveredAccount[];
  /** Ids that cannot be chosen again. */
  taken: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** Selects accounts of an order by line and login: one by one, or all search results. */
export function AccountPicker({ accounts, taken, chosen, onChange }: Props) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const wanted = search.trim().toLowerCase();
  const found = accounts
    .map(({ id, account, text }, index) => ({ id, account, text, line: index + 1 }))
    .filter(({ text }) => text.toLowerCase().includes(wanted));
  const free = found.filter(({ id }) => !taken.has(id));
  const isWhole = free.length > 0 && free.every(({ id }) => chosen.has(id));
  const first = (page - 1) * PER_PAGE;

  function put(ids: readonly string[], isIn: boolean) {
    const next = new Set(chosen);
    for (const id of ids)
      if (isIn) next.add(id);
      else next.delete(id);
    onChange(next);
  }

  return (
    <fieldset className={classes.picker}>
      <legend className="visually-hidden">{t('warrantyClaims.choose')}</legend>
      {accounts.length > PER_PAGE && (
        <TextInput
          aria-label={t('warrantyClaims.search')}
          placeholder={t('warrantyClaims.search')}
          value={search}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setPage(1);
          }}
        />
      )}
      <Checkbox
        className={classes.all}
        label={t('warrantyClaims.all', { count: free.length })}
        checked={isWhole}
        indeterminate={!isWhole && free.some(({ id }) => chosen.has(id))}
        disabled={free.length === 0}
        onChange={({ currentTarget }) =>
          put(
            free.map(({ id }) => id),
            currentTarget.checked,
          )
        }
      />
      <ul className={classes.list}>
        {found.slice(first, first + PER_PAGE).map((account) => (
          <Choice
            key={account.id}
            account={account}
            isTaken={taken.has(account.id)}
            isChosen={chosen.has(account.id)}
            onChange={(isIn) => put([account.id], isIn)}
          />
        ))}
      </ul>
      <PageButtons
        label={shop('orders.accounts.pages')}
        total={Math.ceil(found.length / PER_PAGE)}
        page={page}
        onChange={setPage}
      />
    </fieldset>
  );
}

type ChoiceProps = {
  account: { readonly account: string; readonly line: number };
  isTaken: boolean;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function Choice({ account: { account, line }, isTaken, isChosen, onChange }: ChoiceProps) {
  const { t } = useTranslation('service');
  return (
    <li>
      <Checkbox
        label={
          <span className={classes.label}>
            <span className={`${classes.line} figures`}>{line}</span>
            <code>{account}</code>
            {isTaken && <span className={classes.taken}>{t('warrantyClaims.claimed')}</span>}
          </span>
        }
        checked={isChosen}
        disabled={isTaken}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </li>
  );
}
