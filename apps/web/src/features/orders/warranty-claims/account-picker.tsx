import type { Data } from '@portside/contract';
import { Button, Checkbox, FileButton, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CHOOSES_AGAIN, decodeFile } from '../../../lib/browser/decode-file.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { PageButtons } from '../../../ui/buttons/page-buttons.tsx';
import { readAccountList, type ReadList } from './claim-list.ts';
import classes from './warranty-claims.module.css';

const PER_PAGE = 25;

type AccountPickerProps = {
  accounts: Data<'listAccountNames'>['items'];
  /** Ids that cannot be chosen again. */
  taken: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** Selects accounts of an order by line and login: one by one, all search results, or those in a list. */
export function AccountPicker({ accounts, taken, chosen, onChange }: AccountPickerProps) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [pasted, setPasted] = useState<string | null>(null);
  const wanted = search.trim().toLowerCase();
  const found = accounts
    .map(({ id, name }, index) => ({ id, name, line: index + 1 }))
    .filter(({ name }) => name.toLowerCase().includes(wanted));
  const free = found.filter(({ id }) => !taken.has(id));
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
        <Search
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
          onList={(text) => {
            setPasted(text);
            put(
              readAccountList(text, accounts).ids.filter((id) => !taken.has(id)),
              true,
            );
          }}
        />
      )}
      {accounts.length > 1 && (
        <AccountListField
          key={pasted}
          pasted={pasted}
          accounts={accounts}
          taken={taken}
          onFound={(ids) => put(ids, true)}
        />
      )}
      <AllCheckbox ids={free.map(({ id }) => id)} chosen={chosen} onChange={put} />
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

type SearchProps = { value: string; onChange: (text: string) => void; onList: (text: string) => void };

/** A list that is pasted here is no text to search for. */
function Search({ value, onChange, onList }: SearchProps) {
  const { t } = useTranslation('service');
  return (
    <TextInput
      aria-label={t('warrantyClaims.search')}
      placeholder={t('warrantyClaims.search')}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        if (!/[\r\n]/.test(text.trim())) return;
        event.preventDefault();
        onList(text);
      }}
    />
  );
}

type AllCheckboxProps = {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  onChange: (ids: readonly string[], isIn: boolean) => void;
};

function AllCheckbox({ ids, chosen, onChange }: AllCheckboxProps) {
  const { t } = useTranslation('service');
  const isWhole = ids.length > 0 && ids.every((id) => chosen.has(id));
  return (
    <Checkbox
      className={classes.all}
      label={t('warrantyClaims.all', { count: ids.length })}
      checked={isWhole}
      indeterminate={!isWhole && ids.some((id) => chosen.has(id))}
      disabled={ids.length === 0}
      onChange={({ currentTarget }) => onChange(ids, currentTarget.checked)}
    />
  );
}

type AccountListFieldProps = Pick<AccountPickerProps, 'accounts' | 'taken'> & {
  /** A list that was pasted elsewhere, and its accounts chosen there. */
  pasted: string | null;
  onFound: (ids: readonly string[]) => void;
};

/** Selects the accounts that a checker's list names, pasted or in a file, and lists what it did not find. */
function AccountListField({ pasted, accounts, taken, onFound }: AccountListFieldProps) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const [text, setText] = useState(pasted ?? '');
  const [found, setFound] = useState<ReadList | null>(() =>
    pasted === null ? null : readAccountList(pasted, accounts),
  );
  const [isUnreadable, setIsUnreadable] = useState(false);
  const isFree = (id: string) => !taken.has(id);
  const read = (list: string) => {
    const next = readAccountList(list, accounts);
    setIsUnreadable(false);
    setFound(next);
    onFound(next.ids.filter(isFree));
  };
  const open = async (file: File) => {
    const list = file.size > MOST_BYTES ? null : await textOf(file).catch(() => null);
    if (list === null) return setIsUnreadable(true);
    setText(list.length > LONGEST_SHOWN ? '' : list);
    read(list);
  };
  return (
    <details className={classes.byList} open={pasted !== null || undefined}>
      <summary>{t('warrantyClaims.list.title')}</summary>
      <Textarea
        label={t('warrantyClaims.list.label')}
        description={t('warrantyClaims.list.hint')}
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={classes.listActions}>
        <Button size="xs" disabled={text.trim() === ''} onClick={() => read(text)}>
          {t('warrantyClaims.list.select')}
        </Button>
        <FileButton
          inputProps={CHOOSES_AGAIN}
          accept=".txt,.csv,.tsv,.log,text/plain,text/csv"
          onChange={(file) => file && void open(file)}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {t('warrantyClaims.list.file')}
            </Button>
          )}
        </FileButton>
      </div>
      <div aria-live="polite">
        {isUnreadable && <p className={classes.unread}>{t('warrantyClaims.list.unreadable')}</p>}
        {found && (
          <p>
            {t('warrantyClaims.list.found', { n: found.ids.filter(isFree).length.toLocaleString(language) })}
            {found.ids.some((id) => taken.has(id)) &&
              ` ${t('warrantyClaims.list.taken', {
                n: found.ids.filter((id) => taken.has(id)).length.toLocaleString(language),
              })}`}
          </p>
        )}
        {found && <UnreadLines kind="unknown" lines={found.unknown} />}
        {found && <UnreadLines kind="unclear" lines={found.unclear} />}
      </div>
    </details>
  );
}

/** A guess at the encoding does: only what is exactly the name of an account counts. Null where no byte fits it. */
async function textOf(source: File): Promise<string | null> {
  const { file, held } = await decodeFile(source, null);
  const decoded = file ?? (await decodeFile(source, held.looksLike)).file;
  return decoded && decoded.text();
}

const MOST_BYTES = 20_000_000;
/** A longer file is read, and not shown. */
const LONGEST_SHOWN = 100_000;
const MOST_SHOWN = 100;

function UnreadLines({ kind, lines }: { kind: 'unknown' | 'unclear'; lines: readonly string[] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  if (lines.length === 0) return null;
  return (
    <div className={classes.unread}>
      <p>{t(`warrantyClaims.list.${kind}`, { n: lines.length.toLocaleString(language) })}</p>
      <pre translate="no">{lines.slice(0, MOST_SHOWN).join('\n')}</pre>
      {lines.length > MOST_SHOWN && (
        <p>{t('warrantyClaims.list.more', { n: (lines.length - MOST_SHOWN).toLocaleString(language) })}</p>
      )}
    </div>
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
            <code translate="no">{name}</code>
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
