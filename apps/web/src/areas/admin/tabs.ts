export type Tab = { readonly path: string };

const addressOf = (path: string): string => path.split('?')[0]!;

/** The tabs with this page among them, where it stood before or at the end, at its newest filter. */
export function openTab(tabs: readonly Tab[], path: string): Tab[] {
  const isOpen = tabs.some((tab) => addressOf(tab.path) === addressOf(path));
  if (!isOpen) return [...tabs, { path }];
  return tabs.map((tab) => (addressOf(tab.path) === addressOf(path) ? { path } : tab));
}

/** Where a page of the menu leads: to its tab as it was left, where there is one. */
export const tabPath = (tabs: readonly Tab[], page: string): string =>
  tabs.find((tab) => addressOf(tab.path) === page)?.path ?? page;

/** Only the one that stands open. */
export const withoutOthers = (tabs: readonly Tab[], current: string): Tab[] =>
  tabs.filter((tab) => addressOf(tab.path) === current);

/** Where to go when a tab closes: its neighbour if it was the open one, else nowhere. */
export function tabAfterClosing(tabs: readonly Tab[], closing: string, current: string): string | undefined {
  if (addressOf(closing) !== current) return undefined;
  const at = tabs.findIndex((tab) => tab.path === closing);
  return (tabs[at + 1] ?? tabs[at - 1])?.path;
}
