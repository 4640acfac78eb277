import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { PriceList } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pages } from '../../lib/api/query.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { Count, DateTime } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { LevelName } from './levels.tsx';
import { OpenedPriceList, PriceListForm } from './price-list-form.tsx';
import classes from './prices.module.css';
import { PRICE_TONES } from './use-prices.ts';

const PAUSE_MS = 300;
const NEW = 'new';

/** Price lists of levels and buyers. */
export const PriceLists = () => <Lists name="lists" isPromotion={false} />;

/** Price lists for everybody, with a period. */
export const Promotions = () => <Lists name="promotions" isPromotion />;

function Lists({ name, isPromotion }: { name: 'lists' | 'promotions'; isPromotion: boolean }) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [opened, open] = useOpened();
  const asked = { promotion: isPromotion ? 'true' : 'false', ...(q && { q }) } as const;
  const lists = useInfiniteQuery(pages('listPriceLists', { query: asked }));
  const columns = useColumns(isPromotion, ({ id }) => open(id));
  return (
    <Panel
      title={t(`prices.${name}.title`)}
      aside={
        <Allowed to="createPriceList">
          <Button leftSection={<IconPlus size={17} />} onClick={() => open(NEW)}>
            {t(`prices.${name}.add`)}
          </Button>
        </Allowed>
      }
    >
      <p className={classes.lede}>{t(`prices.${name}.lede`)}</p>
      <search className={classes.filters}>
        <TextInput
          type="search"
          aria-label={t(`prices.${name}.search`)}
          placeholder={t(`prices.${name}.search`)}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </search>
      {lists.isError && !lists.data ? (
        <LoadFailure error={lists.error} onRetry={() => void lists.refetch()} />
      ) : (
        <PagedList
          label={t(`prices.${name}.title`)}
          columns={columns}
          list={lists}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t(`prices.${name}.empty`)} />}
        />
      )}
      {opened === NEW && (
        <PriceListForm kind={isPromotion ? 'promotion' : 'level'} onClose={() => open(null)} />
      )}
      {opened !== null && opened !== NEW && (
        <OpenedPriceList key={opened} id={opened} onClose={() => open(null)} />
      )}
    </Panel>
  );
}

function useColumns(isPromotion: boolean, edit: (list: PriceList) => void): Column<PriceList>[] {
  const { t } = useTranslation('admin');
  const owner: Column<PriceList> = {
    key: 'for',
    title: t('prices.field.for'),
    render: ({ level, user }) => (level ? <LevelName level={level} /> : user?.username),
  };
  return [
    { key: 'name', title: t('prices.field.name'), onCard: 'heading', render: ({ name }) => name },
    ...(isPromotion ? [] : [owner]),
    {
      key: 'state',
      title: t('prices.field.state'),
      render: ({ state }) => (
        <StatusBadge tone={PRICE_TONES[state]} isLive={state === 'running'}>
          {t(`prices.state.${state}`)}
        </StatusBadge>
      ),
    },
    {
      key: 'starts',
      title: t('prices.field.starts'),
      isExtra: true,
      render: ({ starts_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'ends',
      title: t('prices.field.ends'),
      render: ({ ends_at: at }) => (at === null ? '–' : <DateTime at={at} />),
    },
    {
      key: 'products',
      title: t('prices.field.products'),
      align: 'end',
      render: ({ products }) => <Count value={products} />,
    },
    {
      key: 'edit',
      title: t('prices.edit'),
      isTitleHidden: true,
      onCard: 'wide',
      align: 'end',
      render: (list) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('prices.editOne', { name: list.name })}
          onClick={() => edit(list)}
        >
          {t('prices.edit')}
        </Button>
      ),
    },
  ];
}
