import { microScaleOf, recordOf } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';

/** A table `scales`: each network's name and how units of its token become micro-USDT (`microScaleOf`). */
export const tokenScales = (): RawBuilder<unknown> =>
  sql`(values ${sql.join(
    NETWORKS.map((network) => {
      const { factor, divisor } = microScaleOf(recordOf(network).token.decimals);
      return sql`(${network}::text, ${factor}::numeric, ${divisor}::numeric)`;
    }),
  )}) as scales (network, factor, divisor)`;

/** Micro-USDT of units, as `toMicro` has them, in a query that joins `tokenScales`. Negative units stay negative. */
export const microOfUnits = (units: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`div(${units} * scales.factor, scales.divisor)`;
