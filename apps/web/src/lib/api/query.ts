import type { CallName, Data } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { chosenLanguage, useStored } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { call, type CallArguments, type CallOptions, type RequestOf } from './call.ts';

/** Cache key of an endpoint's answers; without a request, of all of them. */
export const queryKey = <N extends CallName>(name: N, request?: RequestOf<N>) =>
  request === undefined ? ([name] as const) : ([name, request] as const);

/** Options for useQuery, prefetchQuery and friends: cached by endpoint and request. */
export function query<N extends CallName>(name: N, ...[request, options]: CallArguments<N>) {
  return queryOptions<Data<N>>({
    queryKey: queryKey(name, request),
    queryFn: ({ signal }) => {
      const withSignal: CallOptions = { ...options, signal };
      return call(name, ...([request, withSignal] as CallArguments<N>));
    },
  });
}

const MAX_RETRIES = 2;

/** Retries only what the error table calls retryable, and calls without any answer. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return error.errorName === undefined
    ? error.code === 0 || error.code >= 502
    : errors[error.errorName].retry;
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: true } },
  });
  // Names and descriptions come in the reader's language, so another language needs other answers.
  useStored.subscribe((now, before) => {
    const isSamePerson = now.token === before.token;
    if (isSamePerson && chosenLanguage(now) !== chosenLanguage(before)) void client.invalidateQueries();
  });
  return client;
}
