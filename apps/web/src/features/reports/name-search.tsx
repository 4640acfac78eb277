import { Button, Progress, TextInput, Anchor, Checkbox } from '@mantine/core';
import { useState, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { nameInSubject, type StockSearch, beginSearch, searchStock } from './search-stock.ts';
import classes from './reports-admin.module.css';
import type { AdminGoods, NamedItem } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf } from '../../lib/api/query.ts';
import { Link } from 'wouter';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { usePunctuation } from '../../locales/punctuation.ts';

/** Limits of the call. */
const SHORTEST_NAME = 3;
const LONGEST_NAME = 320;

type NameSearchProps = {
  report: { readonly id: string; readonly subject: string };
  isDisabled: boolean;
  chosen: readonly string[];
  onChange: (change: (chosen: readonly string[]) => string[]) => void;
};

/** Finds accounts by the name an owner knows. Those for sale are selected at once. */
export function NameSearch({ report, isDisabled, chosen, onChange }: NameSearchProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [typed, setTyped] = useState(() => nameInSubject(report.subject));
  const { search, begin, goOn, stop } = useNameSearch(report.id, (items) => {
    const free = items.filter(({ state }) => state === 'free').map(({ item_id: id }) => id);
    onChange((now) => [...now, ...free]);
  });
  const name = typed.trim();
  const isRunning = search?.phase === 'running';
  const isStopped = search?.phase === 'stopped' && search.name === name;
  const look = () => {
    if (isStopped) return goOn();
    onChange(() => []);
    begin(name);
  };
  const lookByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    if (name.length >= SHORTEST_NAME && !isRunning) look();
  };
  return (
    <div className={classes.search}>
      <div className={classes.ask}>
        <TextInput
          label={t('reports.name.label')}
          description={t('reports.name.hint')}
          value={typed}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={isDisabled || isRunning}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={lookByKey}
        />
        <Button
          variant="light"
          disabled={isDisabled || isRunning || name.length < SHORTEST_NAME}
          onClick={look}
        >
          {t(isStopped ? 'reports.name.goOn' : 'reports.name.look')}
        </Button>
      </div>
      {search && (isRunning || search.phase === 'stopped') && (
        <div className={`${classes.progress} figures`}>
          <Progress
            value={search.of === 0 ? 0 : (search.passed / search.of) * 100}
            animated={isRunning}
            color={isRunning ? 'marine' : 'yellow'}
            aria-label={t('reports.name.look')}
          />
          <span>{t('reports.name.looked', { opened: search.opened.toLocaleString(language) })}</span>
          {isRunning && (
            <Button size="compact-sm" variant="default" onClick={stop}>
              {t('reports.name.stop')}
            </Button>
          )}
        </div>
      )}
      {search && search.found.length > 0 && (
        <NameMatches search={search} isDisabled={isDisabled} chosen={chosen} onChange={onChange} />
      )}
      {search && <SearchOutcome search={search} />}
    </div>
  );
}

const TONES = { free: 'good', sold: 'info', withdrawn: 'neutral' } satisfies Record<NamedItem['state'], Tone>;

const NO_GOODS: AdminGoods[] = [];

type NameMatchesProps = {
  search: StockSearch;
  isDisabled: boolean;
  chosen: readonly string[];
  onChange: (change: (chosen: readonly string[]) => string[]) => void;
};

/** The accounts found by name, each selectable. Sold ones stay sold. */
function NameMatches({ search: { name, found }, isDisabled, chosen, onChange }: NameMatchesProps) {
  const { t } = useTranslation('admin');
  const { data: goods = NO_GOODS } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  const put = (id: string, isIn: boolean) =>
    onChange((now) => [...now.filter((other) => other !== id), ...(isIn ? [id] : [])]);
  return (
    <fieldset className={classes.matches} disabled={isDisabled}>
      <legend>{t('reports.name.found', { name })}</legend>
      <ul>
        {found.map(({ item_id: id, goods_id: goodsId, masked, state, order_no: orderNo }) => (
          <li key={id}>
            <Checkbox
              label={
                <span className={classes.match}>
                  <span>{goods.find((one) => one.id === goodsId)?.name ?? goodsId}</span>
                  <span className={`${classes.quiet} figures`}>
                    <code translate="no">{masked}</code> {t('reports.name.item', { id })}
                  </span>
                </span>
              }
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) => put(id, currentTarget.checked)}
            />
            <span className={classes.state}>
              <StatusBadge tone={TONES[state]}>{t(`reports.name.state.${state}`)}</StatusBadge>
              {orderNo !== null && (
                <Anchor component={Link} inherit className="figures" to={`/admin/order?open=${orderNo}`}>
                  {orderNo}
                </Anchor>
              )}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** How complete a search was. */
function SearchOutcome({ search }: { search: StockSearch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { phase, name, found, opened, unreadable, of } = search;
  const { sentences } = usePunctuation();
  const figure = (value: number) => value.toLocaleString(language);
  const erased = of - opened - unreadable;
  return (
    <div className={classes.outcome} aria-live="polite">
      {phase === 'ended' && found.length === 0 && <p>{t('reports.name.none', { name })}</p>}
      {phase === 'ended' && (
        <p className={classes.quiet}>
          {sentences(
            t('reports.name.looked', { opened: figure(opened) }),
            erased > 0 && t('reports.name.erased', { erased: figure(erased) }),
          )}
        </p>
      )}
      {phase === 'stopped' && <p>{t('reports.name.stopped')}</p>}
      {phase === 'full' && <p>{t('reports.name.full', { most: figure(found.length) })}</p>}
      {unreadable > 0 && <p>{t('reports.name.unreadable', { unreadable: figure(unreadable) })}</p>}
    </div>
  );
}

/** One search at a time, stopped with the page. `onFound` receives the new items of each part. */
function useNameSearch(reportId: string, onFound: (items: readonly NamedItem[]) => void) {
  const [search, setSearch] = useState<StockSearch | null>(null);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  function run(begun: StockSearch): void {
    stopping.current?.abort();
    const own = (stopping.current = new AbortController());
    let known = begun.found.length;
    const show = (now: StockSearch): void => {
      if (stopping.current !== own) return;
      setSearch(now);
      if (now.found.length > known) onFound(now.found.slice(known));
      known = now.found.length;
    };
    // A failed call announces itself.
    searchStock(begun, show, own.signal).catch(() => undefined);
  }

  return {
    search,
    begin: (name: string) => run(beginSearch(name, reportId)),
    goOn: () => search && run(search),
    stop: () => stopping.current?.abort(),
  };
}
