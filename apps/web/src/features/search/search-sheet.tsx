import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useOs } from '@mantine/hooks';
import type { SearchHit } from '@portside/contract';
import {
  IconBox,
  IconBuildingLighthouse,
  IconCornerDownLeft,
  IconHeadset,
  IconHistory,
  IconPackage,
  IconReceipt,
  IconSearch,
  IconTransfer,
  IconTruckDelivery,
  IconUser,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '../../lib/api/query.ts';
import { useNavigate } from '../../lib/site-location.tsx';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import type { Place } from './search-button.tsx';
import classes from './search.module.css';

const WIDTH_PX = 680;
/** Short, because the search answers while people type. */
const TYPING_PAUSE_MS = 120;
const MOST_PLACES = 6;
const MOST_RECENT = 8;

const ICONS: Record<string, Icon> = {
  order: IconReceipt,
  user: IconUser,
  recharge: IconWallet,
  deposit: IconTransfer,
  conversation: IconHeadset,
  goods: IconBox,
  batch: IconPackage,
  supplier: IconTruckDelivery,
};

/** Where a hit leads. */
const PATHS: Record<SearchHit['kind'], (hit: SearchHit) => string> = {
  order: ({ id }) => `/admin/order?open=${id}`,
  user: ({ id }) => `/admin/user?open=${id}`,
  recharge: ({ id }) => `/admin/recharge?open=${id}`,
  deposit: ({ id, title }) => `/admin/recharge?tab=deposits&tx_hash=${title}&open=${id}`,
  conversation: ({ id }) => `/admin/support?user=${id}`,
  goods: ({ id, title }) => `/admin/goods?q=${encodeURIComponent(title)}&open=${id}`,
  batch: ({ id }) => `/admin/goods?tab=stock&open=${id}`,
  supplier: ({ id }) => `/admin/goods?tab=suppliers&open=${id}`,
};

type Row = {
  readonly group: string;
  readonly kind: string;
  readonly path: string;
  readonly title: string;
  readonly detail: string;
  readonly amount?: string | null;
  readonly at?: string | null;
};

/** Everything in one field: what the shop has, and the back office's own pages; before anything is typed, the last ones. */
export default function SearchSheet({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const { rows, isSearching } = useRows(text.trim(), places);
  const choose = useChoice(rows, onClose);
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption, resetSelectedOption } = combobox;
  const first = rows[0]?.path;
  // Enter opens the first row without an arrow key.
  useEffect(() => {
    if (first === undefined || rows.length === 0) resetSelectedOption();
    else selectFirstOption();
  }, [first, rows.length, selectFirstOption, resetSelectedOption]);
  return (
    <Sheet title={t('search.title')} size={WIDTH_PX} onClose={onClose}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            size="md"
            aria-label={t('search.label')}
            placeholder={t('search.hint')}
            leftSection={<IconSearch size={19} stroke={1.8} />}
            rightSection={isSearching && <Loader size="xs" />}
            value={text}
            maxLength={200}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
            spellCheck={false}
            autoComplete="off"
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.options} aria-label={t('search.results')}>
          <Groups rows={rows} />
        </Combobox.Options>
      </Combobox>
      <p className={classes.note} aria-live="polite">
        {rows.length === 0 && !isSearching ? t(text.trim() === '' ? 'search.start' : 'search.nothing') : null}
      </p>
    </Sheet>
  );
}

function Groups({ rows }: { rows: readonly Row[] }) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return groups.map((group) => (
    <Combobox.Group key={group} label={group}>
      {rows
        .filter((row) => row.group === group)
        .map((row) => {
          const Kind = ICONS[row.kind] ?? (row.kind === 'recent' ? IconHistory : IconBuildingLighthouse);
          return (
            <Combobox.Option key={row.path} value={row.path} className={classes.option}>
              <Kind size={18} stroke={1.7} aria-hidden />
              <span className={classes.title} translate="no">
                {row.title}
              </span>
              <span className={classes.detail}>{row.detail}</span>
              {row.amount && <Money amount={row.amount} />}
              {row.at && <DateTime at={row.at} />}
              <IconCornerDownLeft className={classes.enter} size={16} stroke={1.7} aria-hidden />
            </Combobox.Option>
          );
        })}
    </Combobox.Group>
  ));
}

/** Rows of what was typed, the shop's own things first. */
function useRows(text: string, places: readonly Place[]): { rows: readonly Row[]; isSearching: boolean } {
  const { t } = useTranslation('admin');
  const recent = useStored((s) => s.recentFinds);
  const [wanted] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const { data, isFetching } = useQuery({
    ...query('searchOffice', { query: { q: wanted } }, { isQuiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  if (text === '') {
    const rows = recent.map((one) => ({ ...one, group: t('search.recent'), detail: '' }));
    return { rows, isSearching: false };
  }
  const hits = (wanted === '' ? [] : (data?.items ?? [])).map((hit) => ({
    ...hit,
    group: t(`search.kind.${hit.kind}`),
    path: PATHS[hit.kind](hit),
  }));
  const found = findPlaces(places, text, MOST_PLACES).map(({ path, title, page }) => ({
    group: t('search.places'),
    kind: 'place',
    path,
    title,
    detail: page,
  }));
  return { rows: [...hits, ...found], isSearching: isFetching || wanted !== text };
}

/** Opens a row, and remembers it. */
function useChoice(rows: readonly Row[], onClose: () => void): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    const row = rows.find((one) => one.path === path);
    if (row) {
      const { kind, title } = row;
      const others = storedState().recentFinds.filter((one) => one.path !== path);
      updateStored({ recentFinds: [{ kind, title, path }, ...others].slice(0, MOST_RECENT) });
    }
    onClose();
    void navigate(path);
  };
}

/** What lists of places and names are searched by: letters without case and marks. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** The places in whose title or page all words of the text are, those whose title begins with it first. */
function findPlaces(places: readonly Place[], text: string, most: number): Place[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = places.filter(({ title, page }) => {
    const all = fold(`${title} ${page}`);
    return words.every((word) => all.includes(word));
  });
  const rank = ({ title }: Place): number => (fold(title).startsWith(words[0]!) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
}

const KEYS_WIDTH_PX = 460;

/** The keys that work on every page of the back office. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl';
  const rows = [
    [[`${mod} K`, '/'], t('shortcuts.search')],
    [['↑', '↓'], t('shortcuts.move')],
    [['Enter'], t('shortcuts.open')],
    [['Esc'], t('shortcuts.close')],
    [['?'], t('shortcuts.these')],
  ] as const;
  return (
    <Sheet title={t('shortcuts.title')} size={KEYS_WIDTH_PX} onClose={onClose}>
      <dl className={classes.shortcuts}>
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
