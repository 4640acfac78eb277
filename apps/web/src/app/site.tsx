import { parse } from 'regexparam';
import { Component, Fragment, type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import { Route } from 'wouter';
import { createSite, useEntry, type Address } from '../lib/site-location.tsx';
import { forgetUser, storedState, updateStored } from '../lib/stored/stored-state.ts';
import { withTexts } from '../locales/language.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { PageHeader } from '../ui/layout/panel.tsx';
import { currentArea, PHONE_WIDTH_PX } from '../lib/browser/current-area.ts';
import { guard } from './guard.ts';
import { Root } from './root.tsx';
import { LAYOUTS, SITE_MAP, type PageModule, type PageRow } from './site-map.tsx';
import { FailedState } from '../ui/messages/empty-state.tsx';

const PLACES = SITE_MAP.flatMap((row) =>
  row.paths.map((path) => ({ row, path, pattern: parse(path).pattern })),
);

/** The row of an address, ignoring letter case and trailing slashes. */
const find = ({ pathname }: Address) =>
  PLACES.find(({ pattern }) => pattern.test(pathname.replace(/(?<=.)\/+$/, '')))!;

/** What `Site` draws: a page in its layout, with the code of both. */
type SitePage = Pick<PageRow, 'title' | 'heading'> &
  PageModule & {
    readonly path: string;
    readonly Layout: ComponentType<{ children: ReactNode }>;
    /** Why the page is the error page. */
    readonly failure?: unknown;
  };

/** Loads the page at an address (`loadRow`). */
export async function loadPage(to: Address): Promise<SitePage> {
  const { row, path } = find(to);
  if ('redirect' in row) throw new Error(`${path} is no page`);
  return loadRow(row, path, to);
}

/** Loads a page with its layout and the texts of both; the error page if any of them fails to load. */
export async function loadRow(row: PageRow, path: string, to: Address): Promise<SitePage> {
  const layout = row.layout && LAYOUTS[row.layout];
  const [frame, content] = await Promise.allSettled([
    layout ? withTexts(layout.texts, () => layout.load(to))() : { Layout: Fragment },
    withTexts(row.texts, () => row.load(to))(),
  ]);
  const failed = [frame, content].find(({ status }) => status === 'rejected');
  return {
    ...row,
    path,
    Layout: frame.status === 'fulfilled' ? frame.value.Layout : Fragment,
    ...(failed === undefined && content.status === 'fulfilled'
      ? content.value
      : { Page: ErrorPage, failure: (failed as PromiseRejectedResult).reason as unknown }),
  };
}

/** The shop in this tab. */
export function createShop() {
  // A promotion code that is being read: the next page waits for it.
  let reading: Promise<void> | undefined;
  return createSite({
    guard: (to) => {
      const { redirect, hasPastedCode } = askGuard(to);
      // Without the reader the page opens all the same.
      if (hasPastedCode) reading = readPastedCode(to.search).catch(() => undefined);
      return redirect;
    },
    load: async (to) => {
      await reading;
      return loadPage(to);
    },
  });
}

/** Few links have anything round their code, so the reader loads when one has. */
async function readPastedCode(search: string): Promise<void> {
  const { promotionCodeOf } = await import('@portside/contract/wire/promotion-code');
  const code = promotionCodeOf(search);
  if (code === null) updateStored({ isLinkCodeUnread: true });
  else if (code !== undefined) updateStored({ promotionCode: code, isLinkCodeUnread: false });
}

/** As far as the guard cares. `innerWidth` would force a layout before anything is there to lay out. */
const screenWidth = (): number => (currentArea() === '/mobile' ? PHONE_WIDTH_PX : PHONE_WIDTH_PX + 1);

/** Stores what the guard found. */
function askGuard(to: Address): { readonly redirect: string | undefined; readonly hasPastedCode: boolean } {
  const { row, path } = find(to);
  const { token, user, permissions } = storedState();
  const menus = permissions.menus.map((menu) => menu.path);
  const session = { token, isAdmin: user?.isAdmin === true, menus };
  const verdict = guard(to, session, screenWidth(), path.endsWith('*'));
  if (verdict.promotionCode !== undefined)
    updateStored({ promotionCode: verdict.promotionCode, isLinkCodeUnread: false });
  if (verdict.isUserForgotten) forgetUser();
  return {
    redirect: verdict.redirect ?? ('redirect' in row ? row.redirect : undefined),
    hasPastedCode: verdict.hasPastedCode === true,
  };
}

/** A page in its layout, which stays when the page crashes or fails to load. */
export function Site({ page: { path, title, heading, Layout, Page, props } }: { page: SitePage }) {
  const { key } = useEntry();
  return (
    <Boundary at={key}>
      <Root title={title}>
        <Layout>
          <Boundary at={key}>
            <Route key={path} path={path}>
              {heading && Page !== ErrorPage && <Heading words={heading} />}
              <Page {...props} />
            </Route>
          </Boundary>
        </Layout>
      </Root>
    </Boundary>
  );
}

function Heading({ words: [title, lede] }: { words: NonNullable<PageRow['heading']> }) {
  const { t } = useTranslation('admin');
  return <PageHeader title={t(title)} {...(lede && { lede: t(lede) })} />;
}

type BoundaryProps = {
  /** The key of the shown entry. */
  readonly at: string;
  readonly children: ReactNode;
};
type BoundaryState = { readonly hasCrashed: boolean; readonly at: string };

/** Shows the error page if anything below crashes, until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { hasCrashed: false, at: this.props.at };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return at === before.at ? null : { hasCrashed: false, at };
  }

  override render() {
    return this.state.hasCrashed ? <ErrorPage /> : this.props.children;
  }
}

/** Browsers do not retry code that failed to load, so the whole page is reloaded. */
function reload(): void {
  if (navigator.onLine) location.reload();
}

/** Shown for a page that crashed or whose code did not load. Loads again by itself when the browser is back online. */
function ErrorPage() {
  // Before it is painted: the network may be back right after.
  useLayoutEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return <FailedState onRetry={reload} />;
}
