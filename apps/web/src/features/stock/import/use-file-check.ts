import { UndecodableError, type Encoding } from '@portside/accounts/encoding';
import type { Survey } from '@portside/accounts/findings';
import { BEGINNING_CHARACTERS, formBy, wholeLinesOf, withUsualOf } from '@portside/accounts/recognize-form';
import { surveyFile } from '@portside/accounts/survey-file';
import type { AdminGoods, ImportForm } from '@portside/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { todayIn } from '../../../lib/format/days.ts';
import { shownTimeZone } from '../../../lib/format/times.ts';
import { decodeFile, readText, type HeldFile } from '../../../lib/browser/decode-file.ts';
import { randomKey } from '../../../lib/random-key.ts';
import type { ImportSource } from './import-run.ts';

export type FileCheck = {
  readonly isUnreadable: boolean;
  /** How many bytes of how many were read. */
  readonly bytes: number;
  readonly of: number;
  /** Where the encoding must be asked. */
  readonly held: HeldFile | null;
  /** The last one. */
  readonly survey: Survey | null;
  /** Whether it was made with an earlier form. */
  readonly isStale: boolean;
  /** The file as UTF-8. */
  readonly file: Blob | null;
};

/** A form, or a delimiter (null for lines of text) from which the file's beginning suggests the rest. */
export type WantedForm = ImportForm | { readonly delimiter: string | null };

/**
 * Reads a whole file in the page: strictly as UTF-8, or in the encoding that somebody chose, then as a survey by that
 * form. Reading ends when the form changes or the page is left; until the next survey the last one stays.
 */
export function useFileCheck(
  { file, goods: { format } }: ImportSource,
  encoding: Encoding | null,
  form: WantedForm | null,
): FileCheck {
  const [id] = useState(randomKey);
  const [bytes, setBytes] = useState(0);
  const always = {
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    throwOnError: isOurs,
  } as const;
  const text = useQuery({
    ...always,
    queryKey: ['decodeFile', id, encoding],
    queryFn: ({ signal }) => decodeFile(file, encoding, signal),
  });
  const utf8 = text.data?.file ?? null;
  const survey = useQuery({
    ...always,
    queryKey: ['surveyFile', id, encoding, form],
    queryFn: async ({ signal }) => {
      const begun = form === null || isComplete(form) ? form : await completeForm(utf8!, format, form);
      const today = todayIn(shownTimeZone());
      return surveyFile(readText(utf8!), format, begun, { signal, today, onProgress: nowAndThen(setBytes) });
    },
    enabled: utf8 !== null,
    placeholderData: keepPreviousData,
  });
  return {
    isUnreadable: text.isError || survey.isError,
    held: text.data?.held ?? null,
    bytes,
    of: (utf8 ?? file).size,
    survey: survey.data ?? null,
    isStale: survey.isPlaceholderData,
    file: utf8,
  };
}

/** A file changed, moved or deleted meanwhile is not our mistake. */
const isOurs = (error: Error): boolean =>
  !(error instanceof DOMException) && !(error instanceof UndecodableError);

/** Whether a form says what is usual in its lines: one whose columns were changed has lost it. */
const isComplete = (form: WantedForm): form is ImportForm =>
  'kind' in form && (form.usual !== undefined || form.is_counted !== undefined);

export async function completeForm(file: Blob, format: AdminGoods['format'], wanted: WantedForm) {
  const beginning = await file.slice(0, BEGINNING_CHARACTERS).text();
  const text = file.size > BEGINNING_CHARACTERS ? wholeLinesOf(beginning) : beginning;
  return 'kind' in wanted ? withUsualOf(wanted, text, format) : formBy(wanted.delimiter, text, format);
}

const SHOWN_EVERY_MS = 100;

function nowAndThen(show: (bytes: number) => void): (bytes: number) => void {
  let shown = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - shown < SHOWN_EVERY_MS) return;
    shown = now;
    show(bytes);
  };
}
