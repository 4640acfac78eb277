import { useDebouncedValue } from '@mantine/hooks';
import type { AuditEntry, TableFormat } from '@portside/contract';
import { AUDIT_ACTIONS } from '@portside/contract/audit/audit-actions';
import { SORTS } from '@portside/contract/wire/sorts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../lib/api/permissions.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { usePage, itemsOf, query } from '../../lib/api/query.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { shopDays } from '../../lib/format/days.ts';
import { ListTable } from '../../ui/table/list-table.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { SearchedChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { DateTime } from '../../ui/data/money.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './audit.module.css';
import { FactChanges, kindKey, subjectPath } from './fact-changes.tsx';
import { Anchor, Select } from '@mantine/core';
import type { TextKey } from '../../locales/text-key.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { Link } from 'wouter';
import { usePunctuation } from '../../locales/punctuation.ts';

const FILTERS = ['username', 'action', 'subject', 'from', 'to'] as const;

/** The audit log, newest first. `renderUndo`: the way back from what an entry tells, where there is one. */
export function AuditTable({ renderUndo }: { renderUndo: (entry: AuditEntry) => ReactNode }) {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAudit);
  const wanted = tableQuery(controls.address);
  const query = { ...wanted, ...shopDays(controls.address.filters) };
  const entries = usePage('listAudit', { query });
  const opened = useOpenedRow(entries.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportAudit', query, 'audit', format);
  const columns = useColumns();
  const actionWord = useActionLabel();
  return (
    <>
      <ListTable
        name="audit"
        label={t('audit.title')}
        columns={columns}
        controls={controls}
        list={entries}
        exportOf="exportAudit"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <TextFilter controls={controls} name="username" label={t('audit.field.username')} />
        <SearchedChoiceFilter
          controls={controls}
          name="action"
          label={t('audit.field.action')}
          options={AUDIT_ACTIONS.map((value) => ({ value, label: actionWord(value) }))}
        />
        <SubjectFilter
          value={controls.address.filters.subject}
          named={entries.data?.items.find((one) => one.subject === controls.address.filters.subject)}
          onChange={(subject) => controls.filter({ subject })}
        />
        <DaysFilter controls={controls} />
      </ListTable>
      {opened.row && <AuditSheet entry={opened.row} undo={renderUndo(opened.row)} onClose={opened.close} />}
    </>
  );
}

function useColumns(): TableColumn<AuditEntry>[] {
  const { t } = useTranslation('admin');
  const actionWord = useActionLabel();
  return [
    {
      key: 'at',
      title: t('audit.field.at'),
      render: ({ at }) => <DateTime at={at} />,
    },
    {
      key: 'username',
      title: t('audit.field.username'),
      render: ({ actor, user_id: id }) => (id === null ? t('audit.job', { name: actor }) : actor),
    },
    { key: 'action', title: t('audit.field.action'), render: ({ action }) => actionWord(action) },
    { key: 'subject', title: t('audit.field.subject'), render: (entry) => <Subject entry={entry} /> },
    { key: 'address', title: t('audit.field.address'), render: ({ address }) => address || '–' },
    {
      key: 'request',
      title: t('audit.field.request'),
      isExtra: true,
      render: ({ request_id: id }) => <code translate="no">{id}</code>,
    },
  ];
}

type SheetProps = { entry: AuditEntry; undo: ReactNode; onClose: () => void };

/** One audit entry in full: who, when, from where, and what it changed. */
function AuditSheet({ entry, undo, onClose }: SheetProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const actionWord = useActionLabel();
  return (
    <Sheet title={actionWord(entry.action)} side="end" size={620} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>{t('audit.field.subject')}</dt>
        <dd>
          <Subject entry={entry} />
        </dd>
        <dt>{t('audit.field.username')}</dt>
        <dd>{entry.user_id === null ? t('audit.job', { name: entry.actor }) : entry.actor}</dd>
        <dt>{t('audit.field.at')}</dt>
        <dd className="figures">{formatDateTime(entry.at, language)}</dd>
        <dt>{t('audit.field.address')}</dt>
        <dd>{entry.address || '–'}</dd>
      </dl>
      <FactChanges entry={entry} />
      {undo}
      <h3 className={classes.heading}>{t('audit.evidence')}</h3>
      <dl className={classes.facts}>
        <dt>{t('audit.field.entry')}</dt>
        <dd className="figures">{entry.id}</dd>
        <dt>{t('audit.field.code')}</dt>
        <dd>
          <code translate="no">{entry.action}</code> · <code translate="no">{entry.subject}</code>
        </dd>
        <dt>{t('audit.field.request')}</dt>
        <dd>
          <code translate="no">{entry.request_id}</code>
        </dd>
        <dt>{t('audit.field.hash')}</dt>
        <dd className={classes.hash}>
          <code translate="no">{entry.hash}</code>
          <CopyButton text={entry.hash} />
        </dd>
      </dl>
    </Sheet>
  );
}

/** The subject of an entry by name, linked where the reader may open its page. */
function Subject({ entry: { subject, names, before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const menus = useStored((s) => s.permissions.menus);
  const { pair } = usePunctuation();
  const [noun = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const word = t(`audit.noun.${noun}` as TextKey<'admin'>, { defaultValue: noun });
  const kind = factOf(after, 'kind') ?? factOf(before, 'kind');
  const name =
    noun === 'proposal' && kind
      ? t(kindKey(kind) as TextKey<'admin'>, { defaultValue: kind })
      : // Deleted subjects are named by their recorded data.
        (names['subject'] ?? factOf(before, 'name') ?? factOf(before, 'address') ?? wordOf(noun, id));
  const place = subjectPath(noun, id, names['subject']);
  const mayOpen = place && menus.some(({ path }) => path === place.split('?')[0]);
  const text = name ? pair(word, name) : word;
  return mayOpen ? (
    <Anchor component={Link} inherit to={place}>
      {text}
    </Anchor>
  ) : (
    text
  );
}

function factOf(facts: unknown, name: string): string | undefined {
  const value =
    typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** There is only one settings entry, so it needs no name. */
const wordOf = (noun: string, id: string): string => (noun === 'settings' ? '' : id);

/** The label of an action, also under its former name; an unknown action stays as recorded. */
function useActionLabel(): (action: string) => string {
  const { t } = useTranslation('admin');
  return (action) => {
    const known = AUDIT_ACTIONS.find((one) => one === action);
    return known ? t(`audit.action.${known}`) : action;
  };
}

const PAUSE_MS = 300;
const SHOWN = 8;
/** Exact, as an entry has it; what an order's or a deposit's address is found by. */
const WRITTEN = /^[a-z]\w*:\S+$/i;

type Props = {
  value: string;
  /** An entry about the chosen target, which knows its name. */
  named: AuditEntry | undefined;
  onChange: (subject: string) => void;
};

/** Filters by what was changed: users, products and roles by name, everything else as `noun:id`. */
function SubjectFilter({ value, named, onChange }: Props) {
  const { t } = useTranslation('admin');
  const { pair } = usePunctuation();
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const label = value && (named?.names['subject'] ?? value);
  // Once chosen, the field holds its label.
  const isAsked = wanted !== '' && wanted !== label && !WRITTEN.test(wanted);
  const quiet = { isQuiet: true };
  const { data: users = [] } = useQuery({
    ...query('listUsers', { query: { q: wanted, limit: SHOWN } }, quiet),
    select: itemsOf,
    placeholderData: keepPreviousData,
    enabled: isAsked && may('listUsers'),
  });
  const { data: goods = [] } = useQuery({
    ...everyPage('listAllGoods', {}, quiet),
    select: itemsOf,
    enabled: isAsked && may('listAllGoods'),
  });
  const { data: roles = [] } = useQuery({
    ...query('listRoles', {}, quiet),
    select: itemsOf,
    enabled: isAsked && may('listRoles'),
  });
  const isNamed = ({ name }: { name: string }) => name.toLowerCase().includes(wanted.toLowerCase());
  const option = (noun: 'user' | 'goods' | 'role', id: string, name: string) => ({
    value: `${noun}:${id}`,
    label: pair(t(`audit.noun.${noun}`), name),
  });
  const found = !isAsked
    ? []
    : [
        ...users.map(({ id, username }) => option('user', id, username)),
        ...goods
          .filter(isNamed)
          .slice(0, SHOWN)
          .map(({ id, name }) => option('goods', id, name)),
        ...roles
          .filter(isNamed)
          .slice(0, SHOWN)
          .map(({ id, name }) => option('role', id, name)),
      ];
  const written = WRITTEN.test(wanted) ? [{ value: wanted, label: wanted }] : [];
  const chosen = value === '' ? [] : [{ value, label }];
  const data = [...chosen, ...written, ...found].filter(
    (one, index, all) => all.findIndex((other) => other.value === one.value) === index,
  );
  return (
    <Select
      aria-label={t('audit.field.subject')}
      placeholder={t('audit.filter.subject')}
      data={data}
      // The server also matches by other fields than the label.
      filter={({ options }) => options}
      searchable
      clearable
      nothingFoundMessage={typed ? t('table.nothingFound') : null}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(subject) => onChange(subject ?? '')}
    />
  );
}
