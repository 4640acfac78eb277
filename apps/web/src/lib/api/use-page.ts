import type { CallName } from '@portside/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallArguments } from './call.ts';
import { query } from './query.ts';

/** One page of a list. The previous page stays visible until the next has loaded. */
export const usePage = <N extends CallName>(name: N, ...request: CallArguments<N>) =>
  useQuery({ ...query(name, ...request), placeholderData: keepPreviousData });
