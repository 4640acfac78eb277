import { Tabs } from '@mantine/core';
import { useEffect, useRef, type ComponentType } from 'react';
import { useSearchParams } from '../../lib/site-location.tsx';
import classes from './layout.module.css';

type PageTab = { readonly name: string; readonly title: string; readonly Panel: ComponentType };

/** Tabs of a page, kept in the URL (`?tab=…`). Switching clears the other tab's parameters. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const open = tabs.find(({ name }) => name === wanted) ?? tabs[0]!;
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
        {tabs.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name} data-name={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, Panel }) => (
        <Tabs.Panel key={name} value={name}>
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
