import type { Survey } from '@portside/accounts/findings';
import { surveyFile } from '@portside/accounts/survey';
import type { ImportForm } from '@portside/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decodeFile } from '../../../lib/browser/decode-file.ts';
import { randomKey } from '../../../lib/random-key.ts';
import type { ImportSource } from './import-run.ts';

/** `encoding`: the file is not UTF-8, and somebody must say what it is. */
type FileCheck = {
  readonly phase: 'reading' | 'encoding' | 'checked' | 'unreadable';
  /** How many bytes of how many were read. */
  readonly bytes: number;
  readonly of: number;
  /** The likeliest encodings first, where one is asked for. */
  readonly guesses: readonly string[];
  /** The last one. */
  readonly survey: Survey | null;
  /** Whether it was made with an earlier form. */
  readonly isStale: boolean;
  /** The file as UTF-8. */
  readonly file: Blob | null;
  readonly decodeAs: (encoding: string) => void;
};

/**
 * Reads a whole file in the page: strictly as UTF-8, or in the encoding that somebody chose, then as a survey by that
 * form. Reading ends when the form changes or the page is left; until the next survey the last one stays.
 */
export function useFileCheck({ file, goods: { format } }: ImportSource, form: ImportForm | null): FileCheck {
  const [id] = useState(randomKey);
  const [encoding, decodeAs] = useState<string | null>(null);
  const [bytes, setBytes] = useState(0);
  const always = { networkMode: 'always', retry: false, staleTime: Infinity, gcTime: 0 } as const;
  const text = useQuery({
    ...always,
    queryKey: ['decodeFile', id, encoding],
    queryFn: ({ signal }) => decodeFile(file, encoding, { signal, onProgress: setBytes }),
  });
  const utf8 = text.data?.file ?? null;
  const survey = useQuery({
    ...always,
    queryKey: ['surveyFile', id, encoding, form],
    queryFn: ({ signal }) => surveyFile(utf8!, { format, form, signal, onProgress: setBytes }),
    enabled: utf8 !== null,
    placeholderData: keepPreviousData,
  });
  const state = {
    bytes,
    of: file.size,
    guesses: text.data?.file === null ? text.data.guesses : [],
    survey: survey.data ?? null,
    isStale: survey.isPlaceholderData,
    file: utf8,
    decodeAs,
  };
  if (text.isError || survey.isError) return { ...state, phase: 'unreadable' };
  if (text.data?.file === null) return { ...state, phase: 'encoding' };
  return { ...state, phase: survey.data ? 'checked' : 'reading' };
}
