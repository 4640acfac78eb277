import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useTranslation } from '../../locales/use-translation.ts';
import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import classes from './docs.module.css';

type Operation = { readonly tags: readonly string[] };
type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
};
/** The custom element of `openapi-explorer`, which declares no types. */
type Explorer = HTMLElement & { loadSpec(document: object): Promise<void> };

const isOfOffice = (tag: string): boolean => tag.startsWith('back office');

/** What buyers' programs can call, at the address from which this page came: no other may be called from it. */
function forBuyers({ paths, tags, ...rest }: ApiDocument): object {
  const kept = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, one]) => !one.tags.some(isOfOffice))),
  ]);
  return {
    ...rest,
    servers: [{ url: location.origin }],
    tags: tags.filter(({ name }) => !isOfOffice(name)),
    paths: Object.fromEntries(kept.filter(([, methods]) => Object.keys(methods as object).length > 0)),
  };
}

async function loadReference(): Promise<object> {
  const [answer] = await Promise.all([
    fetch('/api/openapi.json'),
    // The element registers itself; fonts and pictures are in it.
    // @ts-expect-error -- it has no types
    import('openapi-explorer/dist/browser/openapi-explorer.min.js'),
  ]);
  if (!answer.ok) throw new Error(`the document could not be read: ${answer.status}`);
  return forBuyers((await answer.json()) as ApiDocument);
}

export function Page() {
  const { t } = useTranslation('service');
  const scheme = useComputedColorScheme();
  const { data, isError, refetch } = useQuery({
    queryKey: ['api reference'],
    queryFn: loadReference,
    staleTime: Infinity,
  });
  return (
    <>
      <header className={classes.header}>
        <Link to="/docs/api" className={classes.back}>
          <IconArrowLeft size={20} stroke={1.7} />
          {t('api.title')}
        </Link>
        <LanguageMenu />
        <ColourSchemeButton />
      </header>
      <main tabIndex={-1}>
        {isError && !data && <FailedState onRetry={() => void refetch()} />}
        {!isError && !data && <Skeleton height="80vh" />}
        {data && <Reference key={scheme} document={data} />}
      </main>
    </>
  );
}

/** In the shop's own colours. The element reads them once, so another scheme makes another element. */
function Reference({ document: shown }: { document: object }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const explorer = document.createElement('openapi-explorer') as Explorer;
    const attributes = {
      'bg-color': colour('--shop-card'),
      'text-color': colour('--shop-ink'),
      'primary-color': colour('--mantine-color-anchor'),
      'secondary-color': colour('--mantine-color-anchor'),
      'nav-bg-color': colour('--shop-card'),
      'nav-text-color': colour('--shop-ink'),
      'hide-server-selection': 'true',
      'hide-components': 'true',
      collapse: 'true',
    };
    for (const [name, value] of Object.entries(attributes)) explorer.setAttribute(name, value);
    place.current!.replaceChildren(explorer);
    void explorer.loadSpec(structuredClone(shown));
  }, [shown]);
  return <div ref={place} className={classes.reference} lang="en" translate="no" />;
}
