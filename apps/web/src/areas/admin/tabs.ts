type Tab = { readonly path: string };

const addressOf = (path: string): string => path.split('?')[0]!;

/** The tabs with this page in its place or at the end, with its current filters. */
export function openTab(tabs: readonly Tab[], path: string): Tab[] {
  const isOpen = tabs.some((tab) => addressOf(tab.path) === addressOf(path));
  if (!isOpen) return [...tabs, { path }];
  return tabs.map((tab) => (addressOf(tab.path) === addressOf(path) ? { path } : tab));
}

/** The link of a menu entry: its open tab as it was left, or the page itself. */
export const tabPath = (tabs: readonly Tab[], page: string): string =>
  tabs.find((tab) => addressOf(tab.path) === page)?.path ?? page;

/** Only the current tab. */
export const withoutOthers = (tabs: readonly Tab[], current: string): Tab[] =>
  tabs.filter((tab) => addressOf(tab.path) === current);

/** The tab to open when one closes: its neighbour if it was current, else undefined. */
export function tabAfterClosing(tabs: readonly Tab[], closing: string, current: string): string | undefined {
  if (addressOf(closing) !== current) return undefined;
  const at = tabs.findIndex((tab) => tab.path === closing);
  return (tabs[at + 1] ?? tabs[at - 1])?.path;
}
