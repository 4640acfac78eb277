import type { CallName } from '@portside/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallArguments } from './call.ts';
import { query } from './query.ts';

/** One page of a list; the page before stays in sight until the next is there. */
export const usePage = <N extends CallName>(name: N, ...request: CallArguments<N>) =>
  useQuery({ ...query(name, ...request), placeholderData: keepPreviousData });
