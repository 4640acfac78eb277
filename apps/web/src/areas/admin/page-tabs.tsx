import { Tabs } from '@mantine/core';
import { useEffect, useRef, type ComponentType } from 'react';
import { useLocation } from 'wouter';
import { useMay } from '../../lib/api/permissions.ts';
import { useSearchParams } from '../../lib/site-location.tsx';
import classes from './layout.module.css';
import { callOfTab } from './pages.ts';

type PageTab = { readonly name: string; readonly title: string; readonly Panel: ComponentType };

/**
 * Tabs of a page, kept in the URL (`?tab=…`). Switching clears the other tab's parameters. Those that the reader's role
 * cannot read are left out, unless the address or the page itself opens them: then they say so.
 */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const [page] = useLocation();
  const may = useMay();
  const open = tabs.find(({ name }) => name === wanted) ?? tabs[0]!;
  const shown = tabs.filter((tab) => {
    const call = callOfTab(page, tab.name);
    return tab === open || call === undefined || may(call);
  });
  const list = useRef<HTMLDivElement>(null);
  // Keeps the open tab visible where not all of them fit.
  useEffect(() => {
    list.current
      ?.querySelector(`[data-name=${open.name}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open.name]);
  return (
    <Tabs
      value={open.name}
      onChange={(name) => setSearch({ tab: name ?? tabs[0]!.name }, { preventScrollReset: true })}
      keepMounted={false}
    >
      <Tabs.List ref={list} className={classes.pageTabsList} aria-label={label}>
        {shown.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name} data-name={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ name, Panel }) => (
        <Tabs.Panel key={name} value={name}>
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
