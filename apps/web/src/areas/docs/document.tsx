import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../locales/use-language.ts';
import { loadDocuments, type Documents, type Guides } from '../../locales/documents.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import classes from './document.module.css';

/** One of the shop's documents in the reader's language, loaded when it is opened. */
export function Document({ name }: { name: keyof (Documents & Guides) }) {
  const language = useLanguage();
  const { data, isError, refetch } = useQuery({
    queryKey: ['documents', language],
    queryFn: () => loadDocuments(language),
    staleTime: Infinity,
  });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} radius="lg" />;
  const { title, lede, sections } = data[name];
  return (
    <article className={classes.document}>
      <h1>{title}</h1>
      <p className={classes.lede}>{lede}</p>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
