import type { Data, WarrantyClaim } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { Button, Skeleton, Textarea, Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './warranty-claims.module.css';
import { PageButtons } from '../../../ui/buttons/page-buttons.tsx';

const LONGEST_REASON = 500;

type WarrantyClaimFormProps = { orderNo: string; claims: readonly WarrantyClaim[]; onClose: () => void };

/** Reports accounts as not working, with a description. Each account can be claimed once. */
export function WarrantyClaimForm({ orderNo, claims, onClose }: WarrantyClaimFormProps) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const client = useQueryClient();
  const answer = useWarrantyAnswerHours();
  const { data, isError, refetch } = useQuery({
    ...query('listAccountNames', { params: { order_no: orderNo } }),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const claimed = new Set(claims.flatMap(({ item_ids: ids }) => ids));
  const isReady = chosen.size > 0 && oneLine(reason).length >= SHORTEST_REASON;

  const send = useThrottledAction(async () => {
    try {
      const body = { item_ids: [...chosen], reason: oneLine(reason) };
      await call('createWarrantyClaim', { params: { order_no: orderNo }, body });
    } finally {
      await client.invalidateQueries({
        queryKey: queryKey('listOrderWarrantyClaims', { params: { order_no: orderNo } }),
      });
    }
    toastSuccess('claim', t('warrantyClaims.sent', { answer }));
    onClose();
  });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send.run();
      }}
    >
      <p className={classes.lede}>{t('warrantyClaims.lede')}</p>
      {isError && !data ? (
        <FailedState onRetry={() => void refetch()} />
      ) : data ? (
        <AccountPicker accounts={data.items} taken={claimed} chosen={chosen} onChange={setChosen} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
      <Textarea
        label={t('warrantyClaims.reason')}
        placeholder={t('warrantyClaims.reasonHint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {shop('shell.cancel')}
        </Button>
        <ThrottledButton type="submit" action={send} disabled={!isReady}>
          {t('warrantyClaims.send', { count: chosen.size })}
        </ThrottledButton>
      </div>
    </form>
  );
}

const PER_PAGE = 25;

type AccountPickerProps = {
  accounts: Data<'listAccountNames'>['items'];
  /** Ids that cannot be chosen again. */
  taken: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** Selects accounts of an order by line and login: one by one, or all search results. */
function AccountPicker({ accounts, taken, chosen, onChange }: AccountPickerProps) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const wanted = search.trim().toLowerCase();
  const found = accounts
    .map(({ id, name }, index) => ({ id, name, line: index + 1 }))
    .filter(({ name }) => name.toLowerCase().includes(wanted));
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
  account: { readonly name: string; readonly line: number };
  isTaken: boolean;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function Choice({ account: { name, line }, isTaken, isChosen, onChange }: ChoiceProps) {
  const { t } = useTranslation('service');
  return (
    <li>
      <Checkbox
        label={
          <span className={classes.label}>
            <span className={`${classes.accountPickerLine} figures`}>{line}</span>
            <code>{name}</code>
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

/** Joins the lines of a multi-line text into the single line that the shop stores. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
