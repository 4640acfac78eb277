import { Skeleton } from '@mantine/core';
import type { DocumentName } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useWarrantyAnswerHours } from '../../lib/stored/stored-state.ts';
import { loadDocuments, type Documents, type Guides } from '../../locales/documents.ts';
import { useLanguage } from '../../locales/use-translation.ts';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { RichText } from '../../ui/data/rich-text.tsx';
import classes from './docs.module.css';

type Name = keyof (Documents & Guides);

/** One of the shop's built-in documents in the reader's language, loaded on demand. */
export function BuiltInDocument({ name }: { name: Name }) {
  const { data, isError, refetch } = useBuiltIn();
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

/** The operator's own text if there is one. The built-in text never shows until that is known. */
export function OwnDocument({ name }: { name: DocumentName }) {
  const builtIn = useBuiltIn();
  const { data, isError, refetch } = useQuery(query('readDocument', { params: { name } }));
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} radius="lg" />;
  if (data.body === null) return <BuiltInDocument name={name} />;
  return (
    <article className={classes.document}>
      <h1>{builtIn.data?.[name].title}</h1>
      <RichText html={data.body} headings="h2" />
    </article>
  );
}

function useBuiltIn() {
  const language = useLanguage();
  const answerHours = useWarrantyAnswerHours();
  return useQuery({
    queryKey: ['documents', language, answerHours],
    queryFn: () => loadDocuments(language, { answerHours }),
    staleTime: Infinity,
  });
}
