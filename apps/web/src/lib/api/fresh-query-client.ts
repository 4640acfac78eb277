import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A query client whose `invalidateQueries` holds for answers under way too. A query's first fetch is joined instead of
 * begun anew, and its answer, which may be older than the change, would count as fresh: so it is asked for again.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    const refetched = super.invalidateQueries(filters, options);
    const askAgain = begun.map(async (query) => {
      // Joins the fetch that is under way.
      const isAnswered = await query.fetch().then(
        () => true,
        () => false,
      );
      if (isAnswered) await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
    });
    await Promise.all([refetched, ...askAgain]);
  }
}
